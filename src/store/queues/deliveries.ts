import { commitUnrecorded, NOTHING, orNothing, type Store } from '../commit.ts';
import { list, orThrow, statement } from '../engine/database.ts';

const QUEUE = 'the queue of deliveries';

/** A delivery that a worker has claimed for the duration of its lease. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly kind: string;
  readonly receiver: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Claims so far, including this one. Also a fencing token: after its lease, a worker can settle nothing. */
  readonly attempts: number;
}

/** During an upgrade, kinds unknown to this version are left to the newer one. */
const isOneOf = (kinds: readonly string[]) => `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
/** The first delivery per receiver, unless any instance is delivering to that receiver. */
const next = (
  kinds: readonly string[],
) => `SELECT MIN(id) FROM deliveries WHERE due_at <= now() AND ${isOneOf(kinds)} AND NOT EXISTS (
    SELECT 1 FROM deliveries AS running WHERE running.receiver = deliveries.receiver AND running.leased_until > now())
  GROUP BY receiver LIMIT $2`;
// Checks the lease again: another instance may have claimed the row while this one waited for its lock.
const claimed = (
  kinds: readonly string[],
) => `UPDATE deliveries SET leased_until = now() + ms($1), attempts = attempts + 1
  WHERE id IN (${next(kinds)}) AND (leased_until IS NULL OR leased_until <= now())
  RETURNING id, kind, receiver, payload, attempts`;
export async function claim(
  db: Store,
  kinds: readonly string[],
  leaseMs: number,
  most: number,
): Promise<ClaimedDelivery[]> {
  type Claimed = Omit<ClaimedDelivery, 'payload'> & { readonly payload: string };
  const { found } = await commitUnrecorded(db, QUEUE, {
    found: list<Claimed>(claimed(kinds), [leaseMs, most]),
  });
  return found.map(({ payload, ...delivery }) => ({
    ...delivery,
    payload: JSON.parse(payload) as ClaimedDelivery['payload'],
  }));
}

interface Overdue {
  readonly kind: string;
  readonly receiver: string;
}
const overdue = (
  kinds: readonly string[],
) => `DELETE FROM deliveries WHERE first_tried_at <= now() - ms($1) AND ${isOneOf(kinds)}
    AND (leased_until IS NULL OR leased_until <= now())
  RETURNING kind, receiver`;
/** Removes every delivery of that age that is not in progress. */
export const removeOverdue = async (
  db: Store,
  kinds: readonly string[],
  afterMs: number,
): Promise<readonly Overdue[]> =>
  (await commitUnrecorded(db, QUEUE, { removed: list<Overdue>(overdue(kinds), [afterMs]) })).removed;

const REMOVE = 'DELETE FROM deliveries WHERE id = $1 AND attempts = $2 RETURNING id';
/** Removes a delivered message. */
export const remove = async (db: Store, { id, attempts }: ClaimedDelivery): Promise<void> =>
  void (await commitUnrecorded(db, QUEUE, { removed: statement(REMOVE, [id, attempts]) }));

const RELEASE = `UPDATE deliveries SET leased_until = NULL WHERE id = $1 AND attempts = $2 RETURNING id`;
/** Releases a delivery whose attempt was aborted, which proves nothing about the receiver. */
export const release = async (db: Store, { id, attempts }: ClaimedDelivery): Promise<void> =>
  void (await commitUnrecorded(db, QUEUE, { released: statement(RELEASE, [id, attempts]) }));

/** Postpones all deliveries to a receiver that does not answer. */
const POSTPONE = `UPDATE deliveries SET due_at = now() + ms($2), first_tried_at = COALESCE(first_tried_at, now())
  WHERE receiver = $1 AND due_at < now() + ms($2)`;
export const postpone = (db: Store, { id, attempts, receiver }: ClaimedDelivery, waitMs: number): Promise<unknown> =>
  orNothing(
    commitUnrecorded(db, QUEUE, {
      released: orThrow(statement(RELEASE, [id, attempts]), NOTHING),
      postponed: statement(POSTPONE, [receiver, waitMs]),
    }),
  );
