import { type EmailServices, TOO_MANY_EMAILS } from '../core/sign-in/throttle.ts';
import { wasInvited } from '../store/audit/account-history.ts';
import type { AuditEvent } from '../store/audit/event-types.ts';
import type { Actor } from '../store/audit/record.ts';
import { change, event } from '../store/change.ts';
import * as outbox from '../store/queues/outbox.ts';
import { CONFIRMS_INVITED, type LimitedKind } from '../store/tables/email-kinds.ts';
import type { User } from '../store/tables/user.ts';

/** Sends a link to choose a new password. The e-mail does not reveal the administrator's location. */
export const sendReset = (services: EmailServices, user: User, actor: Actor): Promise<void> =>
  send(services, 'password_reset', user, 'reset_asked', actor);

/** Resends the link to confirm the address or to accept the invitation. */
export const resendVerification = async (services: EmailServices, user: User, actor: Actor): Promise<void> =>
  send(
    services,
    (await wasInvited(services.db, user.id)) ? CONFIRMS_INVITED : 'verification',
    user,
    'verification_resent',
    actor,
  );

/** Sends a test e-mail, which shows an administrator whether e-mails arrive and what they look like. */
export const sendTestEmail = (services: EmailServices, user: User, actor: Actor): Promise<void> =>
  send(services, 'test', user, 'test_email_sent', actor);

async function send(
  { db, throttle }: EmailServices,
  kind: LimitedKind,
  { id, email }: User,
  eventType: AuditEvent,
  actor: Actor,
): Promise<void> {
  const limit = throttle.useEmailQuota(kind, email);
  const resent = change(event(eventType, id), { limit }, { emails: [outbox.enqueue(kind, email)] });
  // An administrator's e-mails share the owner's limit.
  if (!(await throttle.ifWithinQuota(db.commit(actor, resent)))) throw TOO_MANY_EMAILS;
}
