import { isoTimeOrNull } from '../../lib/iso-time.ts';
import { event } from '../../store/change.ts';
import { cancelDeletion } from '../../store/tables/account-removal.ts';
import { removeAddedSince, removeUnproven, type StoredWayIn, waysIn } from '../../store/tables/credentials.ts';
import type { EmailChange } from '../../store/tables/email-changes.ts';
import type { User } from '../../store/tables/user.ts';
import { deviceParts, readDevice } from '../sign-in/device-name.ts';

/**
 * A thief may add a way back in before changing the address. The period equals the lifetime of the revert link; a
 * longer one would remove more of what the owner has added.
 */
const BEFORE_FIRST_REQUEST_MS = 7 * 86_400_000;

/** The time from which everything added to the account is removed when the change is reverted. */
const sinceMs = ({ firstRequestedAtMs }: EmailChange): number => firstRequestedAtMs - BEFORE_FIRST_REQUEST_MS;

/**
 * Steps that remove every credential that a thief may have added before changing the address, except the password and
 * the mailbox, and every unproven one. Older ones stay. Must follow the return of the address, for which they may be
 * proven, and a lock on the user, so that nothing is added meanwhile.
 */
export const removals = (reverted: EmailChange, user: User) => {
  const since = sinceMs(reverted);
  return {
    had: waysIn(user.id),
    unproven: removeUnproven(user.id),
    added: removeAddedSince(user.id, since),
    deletion: cancelDeletion(user.id),
    deletionCancelled: user.deletionDueAtMs !== null && event('deletion_cancelled', user.id, { by: null }),
  };
};

interface WayIn {
  readonly kind: StoredWayIn['kind'];
  readonly name: string | null;
  readonly added_at: string | null;
}

/**
 * The removed and kept ways in, shown to the owner, who may have added some of the removed ones and may not recognise
 * some of the kept ones.
 */
export interface Reverted {
  readonly since: string;
  readonly removed: readonly WayIn[];
  readonly kept: readonly WayIn[];
}

const keyOf = ({ kind, id }: StoredWayIn): string => `${kind} ${id}`;

/** Compares the ways in before and after the removal. */
export async function describeReverted(
  reverted: EmailChange,
  had: readonly StoredWayIn[],
  left: readonly StoredWayIn[],
): Promise<Reverted> {
  const kept = new Set(left.map(keyOf));
  return {
    since: new Date(sinceMs(reverted)).toISOString(),
    removed: await describeWaysIn(had.filter((way) => !kept.has(keyOf(way)))),
    kept: await describeWaysIn(left),
  };
}

export const describeWaysIn = (ways: readonly StoredWayIn[]): Promise<WayIn[]> =>
  Promise.all(
    ways.map(async ({ kind, name, addedAtMs }) => ({
      kind,
      name: kind === 'session' ? deviceParts(await readDevice(name)).join(' · ') || null : name,
      added_at: isoTimeOrNull(addedAtMs),
    })),
  );
