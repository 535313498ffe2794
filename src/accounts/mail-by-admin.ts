import { wasInvited } from '../store/account-history.ts';
import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import type { User } from '../store/user.ts';
import type { Throttle } from './throttle.ts';

interface MailServices {
  readonly db: Database;
  readonly throttle: Throttle;
  readonly wakeMail: () => void;
}

/** Sends a link with which the owner chooses a new password. The e-mail does not tell where the administrator sits. */
export const sendReset = (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(services, 'password_reset', user, [recordBy(actor, 'reset_asked', user.id)]);

/** Sends the link once more with which the owner confirms the address, or accepts the invitation. */
export const resendVerification = async (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(services, (await wasInvited(services.db, user.id)) ? 'invitation' : 'verification', user, [
    recordBy(actor, 'verification_resent', user.id),
  ]);

/** Shows an administrator whether e-mails arrive, and what they look like. */
export const sendTestEmail = (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(services, 'test', user, [recordBy(actor, 'test_email_sent', user.id)]);

async function send(
  { db, throttle, wakeMail }: MailServices,
  kind: 'password_reset' | 'verification' | 'invitation' | 'test',
  { email }: User,
  also: Parameters<Database['batch']>[0],
): Promise<void> {
  const sent = await db.batch([...throttle.takeEmail(kind, email), outbox.enqueue(kind, email), ...also]);
  // An administrator's e-mails count as those that the owner asks for.
  if (!sent) throttle.refuseForEmails();
  wakeMail();
}
