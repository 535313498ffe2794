import { wasInvited } from '../store/account-history.ts';
import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import type { User } from '../store/user.ts';
import type { Throttle } from './throttle.ts';

export interface MailServices {
  readonly db: Database;
  readonly throttle: Throttle;
  readonly wakeMail: () => void;
}

/** Too many e-mails of this kind have gone to this address lately. An administrator's count as those that its owner asks for. */
export class TooManyEmails extends Error {}

/** Sends a link with which the owner chooses a new password. The e-mail does not tell where the administrator sits. Throws TooManyEmails. */
export const sendReset = (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(services, 'password_reset', user, [recordBy(actor, 'reset_asked', user.id)]);

/** Sends the link once more with which the owner confirms the address, or accepts the invitation. Throws TooManyEmails. */
export const resendVerification = async (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(services, (await wasInvited(services.db, user.id)) ? 'invitation' : 'verification', user, [
    recordBy(actor, 'verification_resent', user.id),
  ]);

async function send(
  { db, throttle, wakeMail }: MailServices,
  kind: 'password_reset' | 'verification' | 'invitation',
  { email }: User,
  also: Parameters<Database['batch']>[0],
): Promise<void> {
  const sent = await db.batch([...throttle.takeEmail(kind, email), outbox.enqueue(kind, email), ...also]);
  if (!sent) throw new TooManyEmails(`too many e-mails to ${kind}`);
  wakeMail();
}
