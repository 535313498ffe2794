import type { ProviderLogins } from '../../api/services.ts';
import type { Features } from '../../config/features.ts';
import type { FactorOwner } from '../../core/factors/second-factors.ts';
import { Refusal } from '../../core/refusal.ts';
import { notice } from '../../core/sign-in/describe-requester.ts';
import { deviceName, readKnownDevice } from '../../core/sign-in/device-name.ts';
import { endOthers } from '../../core/sign-in/end-sessions.ts';
import { userHandle } from '../../core/user-handle.ts';
import type { Requester } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event, unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow, type Reads, UniqueViolation } from '../../store/engine/database.ts';
import * as sessions from '../../store/tables/sessions.ts';
import * as sessionList from '../../store/tables/sessions-of-user.ts';
import type { User } from '../../store/tables/user.ts';
import { handleOf } from '../../store/tables/user-handles.ts';
import { removeWayIn } from '../../store/tables/ways-in.ts';
import { CHALLENGE_MS } from './challenges.ts';
import type { PasskeyServices, Passkeys, RelyingParty } from './services.ts';
import * as passkeys from './table.ts';
import { ALGORITHMS, challengeOf, type SentCredential, verifyRegistration } from './verify-passkey.ts';

/** Bounds the list that browsers receive. Nobody has this many devices. */
const MAX_PASSKEYS = 50;
export const MAX_PASSKEY_NAME_LENGTH = 64;
const REFUSED = new Refusal('passkey_refused');
const NOT_FOUND = new Refusal('passkey_not_found');
const LAST_WAY_IN = new Refusal('last_way_in');

interface OwnPasskeyServices extends PasskeyServices {
  readonly db: Store;
}

/** Options for `navigator.credentials.get`. Only the challenge differs between users, and nothing is stored. */
export const requestOptions = ({ relyingParty, challenges }: Passkeys) => ({
  challenge: challenges.issue('authenticate'),
  rpId: relyingParty().id,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials: [],
});

/**
 * Options for `navigator.credentials.create`. The account gets a user handle if it has none. `isQuiet`: the browser
 * creates the passkey on its own after a login (`mediation: 'conditional'`), so it cannot verify the user.
 */
export async function creationOptions(
  { db, passkeys: { relyingParty, challenges } }: OwnPasskeyServices,
  { user }: FactorOwner,
  isQuiet: boolean,
) {
  const { id, name } = relyingParty();
  const known = await passkeys.list(db, user.id);
  const handle = await userHandle(db, user.id);
  return {
    challenge: challenges.issue(isQuiet ? 'registerQuietly' : 'register', user.id),
    rp: { id, name },
    user: { id: handle, name: user.email, displayName: user.fullName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: isQuiet ? 'preferred' : 'required',
    },
    // Keeps a device from creating a second passkey for the account.
    excludeCredentials: known
      .filter(({ rpId }) => rpId === id)
      .map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: credentialId,
        transports: JSON.parse(transports),
      })),
  };
}

/**
 * Adds the passkey that a browser created from `creationOptions`. Refuses if the passkey is registered already, the
 * account has too many, or the challenge was used, the password replaced or the account suspended meanwhile.
 */
export async function addPasskey(
  { db, passkeys: { relyingParty, challenges } }: OwnPasskeyServices,
  { user, recentLogin, requester, language }: FactorOwner,
  credential: SentCredential,
  name: string,
): Promise<passkeys.ListedPasskey> {
  // Our MAC protects the purpose of the challenge, so a client cannot choose the weaker rule.
  const isQuiet = challenges.check(await challengeOf(credential), 'registerQuietly', user.id) !== undefined;
  const check = (challenge: string) => challenges.check(challenge, isQuiet ? 'registerQuietly' : 'register', user.id);
  const { passkey, spendChallenge } = await verifyRegistration(relyingParty(), credential, check, isQuiet);
  const named = { ...passkey, name: name || (await nameByDevice(requester)) };
  try {
    const { added } = await db.commit(
      byOwner(requester),
      change(
        event('passkey_added', user.id),
        {
          user: sessionList.lockUser(user.id),
          challenge: orThrow(spendChallenge, REFUSED),
          added: orThrow(passkeys.insert(user, named, recentLogin.sessionId, MAX_PASSKEYS), REFUSED),
          // An access token outlives its session, so a client that was logged out meanwhile must not add a passkey.
          session: orThrow(sessions.requireAlive(user, recentLogin.sessionId ?? ''), REFUSED),
        },
        { emails: [await notice('passkey_added', user.email, { requester, language })] },
      ),
    );
    return added;
  } catch (error) {
    throw error instanceof UniqueViolation ? new Refusal('passkey_taken') : error;
  }
}

/** Names an unnamed passkey after its device, such as "Safari on iPhone". */
const nameByDevice = async ({ userAgent }: Requester): Promise<string> =>
  deviceName(await readKnownDevice(userAgent)) ?? 'Passkey';

/** The passkeys for the page, and for password managers through the Signal API. */
export async function listPasskeys(db: Reads, user: User, { id }: RelyingParty) {
  const [all, handle] = await Promise.all([passkeys.list(db, user.id), handleOf(db, user.id)]);
  return { rp_id: id, user_handle: handle, passkeys: all.map(passkeyRepresentation) };
}

export const passkeyRepresentation = (passkey: passkeys.ListedPasskey) => ({
  id: passkey.id,
  credential_id: passkey.credentialId,
  name: passkey.name,
  synced: passkey.synced !== 0,
  created_at: new Date(passkey.createdAtMs).toISOString(),
  last_used_at: passkey.lastUsedAtMs === null ? null : new Date(passkey.lastUsedAtMs).toISOString(),
});

/** Refuses if the passkey does not exist. */
export async function renamePasskey(
  db: Store,
  { user, requester }: Pick<FactorOwner, 'user' | 'requester'>,
  id: string,
  name: string,
): Promise<passkeys.ListedPasskey> {
  const { renamed } = await db.commit(
    byOwner(requester),
    unrecorded('the name is for its owner alone', { renamed: orThrow(passkeys.rename(user.id, id, name), NOT_FOUND) }),
  );
  return renamed;
}

interface RemovalServices {
  readonly db: Store;
  readonly features: Features;
  readonly providerLogins?: ProviderLogins;
}

/** Ends all other sessions, because one may be on the lost device. Refuses to remove the last way in. */
export async function removePasskey(
  { db, ...methods }: RemovalServices,
  { user, recentLogin, requester, language }: FactorOwner,
  id: string,
): Promise<void> {
  if (!(await passkeys.list(db, user.id)).some((passkey) => passkey.id === id)) throw NOT_FOUND;
  await db.commit(
    byOwner(requester),
    change(
      event('passkey_removed', user.id),
      {
        user: sessionList.lockUser(user.id),
        passkey: orThrow(removeWayIn('passkey', user.id, id, methods), LAST_WAY_IN),
        others: endOthers(user.id, recentLogin),
      },
      { emails: [await notice('passkey_removed', user.email, { requester, language })] },
    ),
  );
}
