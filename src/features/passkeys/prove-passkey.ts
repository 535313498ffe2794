import { isRefusal, Refusal } from '../../core/refusal.ts';
import type { Proven } from '../../core/sign-in/begin-session.ts';
import { MULTIPLE_FACTORS } from '../../core/sign-in/recent-login.ts';
import type { Requester } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import type { User } from '../../store/tables/user.ts';
import { passkeys as declared } from './declared.ts';
import type { PasskeyServices } from './services.ts';
import * as passkeys from './table.ts';
import { invalidPasskey, type SentCredential, type VerifiedAssertion, verifyAssertion } from './verify-passkey.ts';

interface ProvingServices extends PasskeyServices {
  readonly db: Store;
}

const [HARDWARE, SYNCED] = declared.credentials.passkey.amr;

/** The challenge or the counter was used before, or the passkey was removed. */
const USED = invalidPasskey('it was used before');

/** The longest credential id that WebAuthn allows, in base64url. */
const MAX_ID_LENGTH = Math.ceil((1023 * 4) / 3);

/**
 * Finds the owner of a passkey and verifies it. The result is for `beginSession` or `reauthenticateSession`, which uses
 * up the challenge. `expected`: the user of an existing session.
 */
export async function provePasskey(
  { db, passkeys: { relyingParty, challenges, counters } }: ProvingServices,
  credential: SentCredential,
  requester: Requester,
  expected?: User,
): Promise<Omit<Proven, 'language'>> {
  const { id } = credential;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH) throw invalidPasskey('it has no id');
  const passkey = await passkeys.byCredentialId(db, id);
  if (!passkey) {
    counters.unknown += 1;
    throw new Refusal('unknown_passkey', {}, 'no account has this credential');
  }
  const { user } = passkey;
  try {
    if (expected && expected.id !== user.id) throw invalidPasskey('it belongs to another account');
    const check = (challenge: string) => challenges.check(challenge, 'authenticate');
    const assertion = await verifyAssertion(relyingParty(), passkey, credential, check);
    counters.right += 1;
    return {
      user,
      amr: amrOf(assertion),
      requester,
      isUnproven: passkey.isUnproven === 1,
      spend: [
        orThrow(assertion.spendChallenge, USED),
        orThrow(passkeys.use(passkey.id, assertion.signCount, assertion.backedUp), USED),
      ],
    };
  } catch (error) {
    if (!isRefusal(error, 'invalid_passkey')) throw error;
    counters.wrong += 1;
    await db.commit(byOwner(requester), change(event('passkey_failed', user.id), {}));
    throw error;
  }
}

/** RFC 8176: a hardware key or, if synced, a software key. The user was present and verified, so it is two factors. */
const amrOf = ({ synced }: VerifiedAssertion): string[] => [synced ? SYNCED : HARDWARE, 'user', MULTIPLE_FACTORS];
