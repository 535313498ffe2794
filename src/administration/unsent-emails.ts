import type { Actor } from '../store/audit/record.ts';
import { change, event, unrecorded } from '../store/change.ts';
import { NOTHING, orNothing, type Store } from '../store/commit.ts';
import { orThrow } from '../store/engine/database.ts';
import * as outbox from '../store/queues/outbox-admin.ts';

/** The actions on e-mails that are waiting or were given up. */
const ACTIONS = {
  retry: { event: 'email_retried', one: outbox.retry, dead: outbox.retryDead, wakesMail: true },
  drop: { event: 'email_dropped', one: outbox.drop, dead: outbox.dropDead, wakesMail: false },
} as const;
type Action = keyof typeof ACTIONS;

/** Returns false if the e-mail was sent or superseded, or is being sent. */
export async function changeEmail(
  db: Store,
  action: Action,
  { id, user_id: userId }: outbox.OutboxEmail,
  actor: Actor,
): Promise<boolean> {
  const { event: eventType, one, wakesMail } = ACTIONS[action];
  const changed = change(event(eventType, userId), { email: orThrow(one(id), NOTHING) }, { wakesMail });
  return (await orNothing(db.commit(actor, changed))) !== undefined;
}

/**
 * Changes all dead e-mails in steps and returns their number. A single event records the whole change. `keepsWarnings`:
 * drops none that warns an owner.
 */
export async function changeDeadEmails(
  db: Store,
  action: Action,
  actor: Actor,
  { keepsWarnings } = { keepsWarnings: false },
): Promise<number> {
  const { event: eventType, dead, wakesMail } = ACTIONS[action];
  let [count, afterId, size] = [0, 0, outbox.DEAD_STEP];
  while (size === outbox.DEAD_STEP) {
    const emails = orThrow(dead(afterId, keepsWarnings), NOTHING);
    const events = count === 0 ? [event(eventType, null)] : [];
    const changed = unrecorded('one event stands for all steps', { emails }, { events, wakesMail });
    const { emails: ids = [] } = (await orNothing(db.commit(actor, changed))) ?? {};
    size = ids.length;
    count += size;
    afterId = Math.max(afterId, ...ids.map(({ id }) => id));
  }
  return count;
}
