import { awaitVerification, type Waiting } from './await-verification.ts';
import { EmailForm } from './forms/email-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { offerMailbox } from './mail-provider.ts';

export { noteSent } from './email-allowance.ts';

/**
 * The panel of an unverified account: links to the mailbox, sends the e-mail again, and continues once verified. Loaded
 * on demand.
 */
export function startWaiting(waiting: Waiting | undefined, emailOf: () => string) {
  waitFor(waiting, emailOf());
  return hydrateForm('resend-form', EmailForm, { emailOf });
}

/** Shows the panel again for another address. */
export function waitFor(waiting: Waiting | undefined, email: string): void {
  if (waiting) awaitVerification(waiting);
  offerMailbox(email);
}
