import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../core/refusal.ts';
import { takeOver } from '../../core/registration/take-over.ts';
import { acceptTermsOnce, type Terms } from '../../core/registration/terms.ts';
import type { Proven } from '../../core/sign-in/begin-session.ts';
import { describeRequester } from '../../core/sign-in/describe-requester.ts';
import type { EmailServices } from '../../core/sign-in/throttle.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import type { DataKeys } from '../../keys/data-keys.ts';
import type { Requester } from '../../lib/requester.ts';
import { accountWithAddress, byOwner } from '../../store/audit/record.ts';
import { change, event, unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow, type Reads } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { removeUnproven } from '../../store/tables/credentials.ts';
import { lockUser } from '../../store/tables/sessions-of-user.ts';
import * as throttles from '../../store/tables/throttles.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import * as loginRequests from './table.ts';

const DIGITS = 8;
/** The wrong guesses allowed per mailed code: a chance of one in twenty million. */
const MAX_GUESSES = 5;
/**
 * Judged codes per address, whatever the number of requests: at most 100 a day, a chance of one in a million. Counted
 * for unknown addresses too, which have to be answered the same.
 */
const CODES = { burst: 50, refillMs: (24 * 60 * 60_000) / 50 };
/** RFC 8176 has no value for a mailbox. A code is no second factor, so `mfa` is never included. */
const AMR = ['otp'];
const NOBODY = 0;

/** A single error for every fault, so that it does not reveal whether the account exists. */
const INVALID = new Refusal('invalid_login_code');
const TOO_MANY = new Refusal('too_many_attempts', {
  reason: 'wrong_codes',
  retryAfterSeconds: CODES.refillMs / 1000,
});

type CodeOwner = Pick<User, 'id' | 'credentialVersion'>;

/** The codes derived from the data keys; the first is sent. Each check derives them again: they are never stored. */
const codesOf = (dataKeys: DataKeys, requestHash: string, { id, credentialVersion }: CodeOwner): string[] =>
  dataKeys.subkeys('login codes').map((key) => {
    const mac = createHmac('sha256', key).update(`${requestHash}\n${id}\n${credentialVersion}`).digest();
    return String(mac.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
  });

/** The code of an e-mail, whose payload contains the hash of the request. */
export const mailedCode = (dataKeys: DataKeys) => ({
  of: ({ payload }: outbox.ClaimedEmail, user: User) => codesOf(dataKeys, String(payload?.request), user)[0] ?? '',
  isObsolete: async (db: Reads, { payload }: outbox.ClaimedEmail) =>
    (await loginRequests.emailHashOf(db, String(payload?.request))) === undefined,
});

const hashOf = (request: string): string => hash('sha256', request, 'base64url');

/** Sends a code if an account has the address. Only the requester gets the request, which the code needs. */
export async function askForCode(
  { db, throttle }: EmailServices,
  email: string,
  { requester, language }: Pick<Proven, 'requester' | 'language'>,
): Promise<string> {
  const request = randomBytes(32).toString('base64url');
  const payload = { ...(await describeRequester(requester)), request: hashOf(request) };
  // The writes are the same whether or not the account exists: the response time must not reveal it (timing).
  const asked = change(
    event('login_code_asked', accountWithAddress(email)),
    {
      limit: throttle.useEmailQuota('login_code', email),
      request: loginRequests.replace(email, payload.request, lifetimeMs('login_code')),
    },
    { emails: [outbox.enqueue('login_code', email, { language, payload })], isDiscreet: true },
  );
  await throttle.ifWithinQuota(db.commit(byOwner(requester), asked));
  return request;
}

interface ProvingServices {
  readonly db: Store;
  readonly dataKeys: DataKeys;
  readonly firstAdminEmail: string | undefined;
  readonly registrationPolicy: Terms;
}

interface SentCode {
  readonly request: string;
  readonly code: string;
  readonly acceptsTerms: boolean;
}

/**
 * Finds the owner of a mailbox by a code. The result is for `beginSession`, which uses the code up. An unverified
 * account becomes the mailbox owner's.
 */
export async function proveEmailCode(
  services: ProvingServices,
  { request, code, acceptsTerms }: SentCode,
  requester: Requester,
): Promise<Omit<Proven, 'language'>> {
  const { db, dataKeys } = services;
  const requestHash = hashOf(request);
  const actor = byOwner(requester);
  const emailHash = await loginRequests.emailHashOf(db, requestHash);
  if (emailHash === undefined) throw INVALID;
  const counted = unrecorded('what comes of it is recorded', {
    attempt: orThrow(loginRequests.attempt(requestHash, MAX_GUESSES), INVALID),
    limit: orThrow(throttles.take(hashOf(`login code\n${emailHash}`), CODES.burst, CODES.refillMs), TOO_MANY),
  });
  const { attempt } = await db.commit(actor, counted);
  const user = await users.byId(db, attempt.userId ?? NOBODY);
  const right = codesOf(dataKeys, requestHash, user ?? { id: NOBODY, credentialVersion: 0 });
  if (!right.some((one) => isEqual(one, code)) || !user) {
    await db.commit(actor, change(event('login_code_failed', attempt.userId), {}));
    throw INVALID;
  }
  const kept = {
    user: lockUser(user.id),
    guess: loginRequests.refund(requestHash),
    address: users.setEmailConfirmed(user.id),
    unproven: removeUnproven(user.id),
  };
  await db.commit(actor, unrecorded('the login that follows is recorded', kept));
  const proof = { amr: AMR, requester, isUnproven: false, spend: [orThrow(loginRequests.spend(requestHash), INVALID)] };
  if (user.accountStatus !== 'INACTIVE') {
    // Read again: a second factor from an unproven login is gone. The code was for the credentials that were checked.
    const { credentialVersion } = user;
    return { ...proof, user: { ...((await users.byId(db, user.id)) ?? user), credentialVersion } };
  }
  // Checked before the takeover, which replaces the password and so invalidates the code.
  await acceptTermsOnce(db, services.registrationPolicy, user, { acceptsTerms, requester });
  await takeOver(services, user, requester);
  return { ...proof, user: (await users.byId(db, user.id)) ?? user };
}

function isEqual(right: string, code: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
