import { awaitVerification, type Waiting } from './await-verification.ts';
import { EmailForm } from './forms/email-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { offerMailbox } from './mail-provider.ts';

export { noteSent } from './email-allowance.ts';

/**
 * The panel of an account that waits for its verification: leads to the mailbox, sends the e-mail again, and goes on
 * once the account is verified. Pages load this when they show it.
 */
export function startWaiting(waiting: Waiting | undefined, emailOf: () => string) {
  waitFor(waiting, emailOf());
  return hydrateForm('resend-form', EmailForm, { emailOf });
}

/** Shows the panel again after another address was entered. */
export function waitFor(waiting: Waiting | undefined, email: string): void {
  if (waiting) awaitVerification(waiting);
  offerMailbox(email);
}
