import { isoTimeOrNull } from '../../lib/iso-time.ts';
import { happening } from '../../store/change.ts';
import { cancelDeletion } from '../../store/tables/account-removal.ts';
import * as apiKeys from '../../store/tables/api-keys.ts';
import type { EmailChange } from '../../store/tables/email-changes.ts';
import * as identities from '../../store/tables/identities.ts';
import * as openIdGrants from '../../store/tables/openid-grants.ts';
import * as passkeys from '../../store/tables/passkeys.ts';
import * as recoveryCodes from '../../store/tables/recovery-codes.ts';
import * as totp from '../../store/tables/totp.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { type StoredWayIn, waysIn } from '../../store/tables/ways-in.ts';
import { AUTHENTICATOR_APP } from '../factors/second-factors.ts';
import { deviceParts, readDevice } from '../sign-in/device-name.ts';

/**
 * A thief may add a way back in before changing the address. The period equals the lifetime of the revert link; a
 * longer one would remove more of what the owner has added.
 */
const BEFORE_FIRST_REQUEST_MS = 7 * 86_400_000;

/** The time from which everything added to the account is removed when the change is reverted. */
const sinceMs = ({ firstRequestedAtMs }: EmailChange): number => firstRequestedAtMs - BEFORE_FIRST_REQUEST_MS;

/**
 * Steps that remove every way in that a thief may have added before changing the address, except the password and the
 * mailbox. A new way in adds its statement here, and its rows to `store/tables/ways-in.ts`. Older ways in stay. Must
 * follow a lock on the user, so that nothing is added meanwhile.
 */
export const removals = (reverted: EmailChange, user: User) => {
  const since = sinceMs(reverted);
  return {
    had: waysIn(user.id),
    app: totp.removeAddedSince(user.id, since),
    factor: users.removeFactorWithoutApp(user.id, AUTHENTICATOR_APP),
    codes: recoveryCodes.removeMadeSince(user.id, since),
    passkeys: passkeys.removeAddedSince(user.id, since),
    identities: identities.removeLinkedSince(user.id, since),
    apiKeys: apiKeys.removeMadeSince(user.id, since),
    apps: openIdGrants.removeGrantedSince(user.id, since),
    deletion: cancelDeletion(user.id),
    deletionCancelled: user.deletionDueAtMs !== null && happening('deletion_cancelled', user.id, { by: null }),
  };
};

interface WayIn {
  readonly kind: StoredWayIn['kind'];
  readonly name: string | null;
  readonly added_at: string | null;
}

/** Shown to the owner, who may have added some of the removed ways in, and may not know some of the kept ones. */
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
    removed: await describe(had.filter((way) => !kept.has(keyOf(way)))),
    kept: await describe(left),
  };
}

const describe = (ways: readonly StoredWayIn[]): Promise<WayIn[]> =>
  Promise.all(
    ways.map(async ({ kind, name, addedAtMs }) => ({
      kind,
      name: kind === 'session' ? deviceParts(await readDevice(name)).join(' · ') || null : name,
      added_at: isoTimeOrNull(addedAtMs),
    })),
  );
