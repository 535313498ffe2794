import type { Requester } from '../network/requester.ts';
import { cancelDeletion } from '../store/account-removal.ts';
import * as apiKeys from '../store/api-keys.ts';
import * as audit from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import type { EmailChange } from '../store/email-changes.ts';
import * as openIdGrants from '../store/openid-grants.ts';
import * as passkeys from '../store/passkeys.ts';
import * as recoveryCodes from '../store/recovery-codes.ts';
import * as totp from '../store/totp.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { type StoredWayIn, waysIn } from '../store/ways-in.ts';
import { deviceParts, readDevice } from './device-name.ts';
import { AUTHENTICATOR_APP } from './second-factors.ts';

/**
 * Whoever takes an account over makes sure of a way back in before changing its address. As long as the link of the
 * revert works: longer would remove more of what the owner has added.
 */
const BEFORE_FIRST_REQUEST_MS = 7 * 86_400_000;

/** What was added to an account from this time on is removed when the change is reverted. */
const sinceMs = ({ firstRequestedAtMs }: EmailChange): number => firstRequestedAtMs - BEFORE_FIRST_REQUEST_MS;

/**
 * Removes what whoever changed the address may have added: the one place for all that lets somebody in, or keeps the
 * owner out, besides the password and the mailbox. Whatever adds a way in adds its statement here, and its rows to
 * `store/ways-in.ts`. What the owner had before stays.
 */
function removals(change: EmailChange, user: User, requester: Requester): Statement[] {
  const since = sinceMs(change);
  return [
    ...totp.removeAddedSince(user.id, since),
    users.removeFactorWithoutApp(user.id, AUTHENTICATOR_APP),
    recoveryCodes.removeMadeSince(user.id, since),
    passkeys.removeAddedSince(user.id, since),
    ...apiKeys.removeMadeSince(user.id, since, requester),
    openIdGrants.removeGrantedSince(user.id, since),
    cancelDeletion(user.id),
    ...(user.deletionDueAtMs === null ? [] : [audit.record('deletion_cancelled', user.id, requester)]),
  ];
}

/** A way into an account as its owner is shown it. */
interface WayIn {
  readonly kind: StoredWayIn['kind'];
  readonly name: string | null;
  readonly added_at: string | null;
}

/** For the owner: some of what was removed may be their own, to be added again, and some of what was kept not. */
export interface Reverted {
  readonly since: string;
  readonly removed: readonly WayIn[];
  readonly kept: readonly WayIn[];
}

interface Revert {
  /** The oldest of those that are reverted. */
  readonly change: EmailChange;
  readonly user: User;
  readonly requester: Requester;
  /** The first of these locks the user, so that nothing is added meanwhile. */
  readonly before: readonly Statement[];
  /** These deal with sessions, links and the password. */
  readonly after: readonly Statement[];
}

/** Removes what was added to the account since the change, in one batch. Undefined when a required row is missing. */
export async function revertWaysIn(
  db: Database,
  { change, user, requester, before, after }: Revert,
): Promise<Reverted | undefined> {
  const look = waysIn(user.id);
  const results = await db.batch([...before, look, ...removals(change, user, requester), ...after, look]);
  if (!results) return undefined;
  const [had = [], has = []] = [results[before.length], results.at(-1)] as unknown as StoredWayIn[][];
  const keyOf = ({ kind, id }: StoredWayIn): string => `${kind} ${id}`;
  const left = new Set(has.map(keyOf));
  return {
    since: new Date(sinceMs(change)).toISOString(),
    removed: await describe(had.filter((way) => !left.has(keyOf(way)))),
    kept: await describe(has),
  };
}

const describe = (ways: readonly StoredWayIn[]): Promise<WayIn[]> =>
  Promise.all(
    ways.map(async ({ kind, name, addedAtMs }) => ({
      kind,
      name: kind === 'session' ? deviceParts(await readDevice(name)).join(' · ') || null : name,
      added_at: addedAtMs === null ? null : new Date(addedAtMs).toISOString(),
    })),
  );
