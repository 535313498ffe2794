import { awaitVerification, type Waiting } from './await-verification.ts';
import type { EmailForm } from './email-form.ts';
import { offerMailbox } from './mail-provider.ts';
import { handleResend } from './resend.ts';

/**
 * The panel of an account that waits for its verification: leads to the mailbox, sends the e-mail again, and goes on once the account
 * is verified. Pages load this when they show it.
 */
export function startWaiting(waiting: Waiting | undefined, emailOf: () => string): EmailForm {
  waitFor(waiting, emailOf());
  return handleResend(emailOf);
}

/** The same again, after another address was entered. */
export function waitFor(waiting: Waiting | undefined, email: string): void {
  if (waiting) awaitVerification(waiting);
  offerMailbox(email);
}
