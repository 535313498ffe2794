import { change, happening } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { wasInvited } from '../../store/tables/account-history.ts';
import type { AuditEvent } from '../../store/tables/audit-events.ts';
import type { Actor } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import type { User } from '../../store/tables/user.ts';
import { type Throttle, TOO_MANY_EMAILS } from '../sign-in/throttle.ts';

interface MailServices {
  readonly db: Store;
  readonly throttle: Throttle;
}

/** Sends a link with which the owner chooses a new password. The e-mail does not tell where the administrator sits. */
export const sendReset = (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(services, 'password_reset', user, 'reset_asked', actor);

/** Sends the link once more with which the owner confirms the address, or accepts the invitation. */
export const resendVerification = async (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(
    services,
    (await wasInvited(services.db, user.id)) ? 'invitation' : 'verification',
    user,
    'verification_resent',
    actor,
  );

/** Shows an administrator whether e-mails arrive, and what they look like. */
export const sendTestEmail = (services: MailServices, user: User, actor: Actor): Promise<void> =>
  send(services, 'test', user, 'test_email_sent', actor);

async function send(
  { db, throttle }: MailServices,
  kind: 'password_reset' | 'verification' | 'invitation' | 'test',
  { id, email }: User,
  event: AuditEvent,
  actor: Actor,
): Promise<void> {
  const limit = throttle.takeEmail(kind, email);
  const asked = change(happening(event, id), { limit }, { emails: [outbox.enqueue(kind, email)] });
  // An administrator's e-mails count as those that the owner asks for.
  if (!(await throttle.unlessHeldBack(db.commit(actor, asked)))) throw TOO_MANY_EMAILS;
}
