import type { DataKeys } from '../../keys/data-keys.ts';
import type { Requester } from '../../lib/requester.ts';
import { typedCode } from '../../lib/typed-code.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event, unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { CREDENTIALS } from '../../store/tables/credential-kinds.ts';
import { factorsOf, type LoginFeatures } from '../../store/tables/factors.ts';
import * as recoveryCodes from '../../store/tables/recovery-codes.ts';
import * as totp from '../../store/tables/totp.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal, refuseUnlessActive } from '../refusal.ts';
import type { Proven } from '../sign-in/begin-session.ts';
import { describeRequester } from '../sign-in/describe-requester.ts';
import { MULTIPLE_FACTORS } from '../sign-in/recent-login.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { hasAuthenticatorApp, secondFactorRequired } from './second-factors.ts';
import { stepOfCode } from './totp-codes.ts';

/** Codes of second factors since startup, for the metrics: no event records these. */
export interface CodeCounters {
  /** Codes of apps, including codes that were used before. */
  right: number;
  /** Not checked, because of too many wrong codes. */
  refused: number;
}

interface SecondFactorServices {
  readonly db: Store;
  readonly dataKeys: DataKeys;
  /** Wrong codes per account and hour; 0 for no limit. */
  readonly maxFailedCodes: number;
  readonly codeCounters: CodeCounters;
  readonly nowMs: () => number;
  readonly features: LoginFeatures;
}

type Proof = Pick<Proven, 'amr' | 'spend' | 'events'>;

const NOTHING: Proof = { amr: [], spend: [] };

const amrOf = (kind: 'authenticator_app' | 'recovery_codes') => [...CREDENTIALS[kind].amr, MULTIPLE_FACTORS];

interface ProofBefore {
  /** Without a password hash, wrong codes arrive as fast as requests, so only some are recorded one by one. */
  readonly costsHash?: boolean;
  /** The account can send only a code. */
  readonly onlyCodes?: boolean;
}

/** The code is wrong or was used before. */
const INVALID_CODE = new Refusal('invalid_code');

const APP_CODE = /^\d{6}$/;

/**
 * Checks the second factor, if any, of a user who sent the right password. The result belongs in `Proven`: the
 * session's batch uses the code up. Refuses a missing or wrong code, and any code beyond the account's budget.
 */
export async function proveSecondFactor(
  services: SecondFactorServices,
  user: User,
  code: string,
  requester: Requester,
  { costsHash = true, onlyCodes = false }: ProofBefore = {},
): Promise<Proof> {
  if (user.secondFactors === 0) return NOTHING;
  refuseUnlessActive(user);
  if (code === '') {
    const factors = await factorsOf(services.db, user, services.features);
    throw secondFactorRequired(factors.filter(({ bit }) => bit !== null || !onlyCodes));
  }
  const digits = typedCode(code);
  if (APP_CODE.test(digits) && hasAuthenticatorApp(user))
    return proveByApp(services, user, digits, requester, costsHash);
  return proveByRecoveryCode(services, user, code, requester, costsHash);
}

/** A first proof, and the second factor if the account has one. */
export async function withSecondFactor(services: SecondFactorServices, first: Proven, code: string): Promise<Proven> {
  const { user, requester, amr, spend, events = [] } = first;
  const second = await proveSecondFactor(services, user, code, requester, { costsHash: amr.includes('pwd') });
  return {
    ...first,
    amr: [...new Set([...amr, ...second.amr])],
    spend: [...spend, ...second.spend],
    events: [...events, ...(second.events ?? [])],
  };
}

async function proveByApp(
  services: SecondFactorServices,
  user: User,
  code: string,
  requester: Requester,
  costsHash: boolean,
): Promise<Proof> {
  const { db, dataKeys, maxFailedCodes, codeCounters, nowMs } = services;
  const { attempt } = await db.commit(
    byOwner(requester),
    unrecorded('what comes of it is recorded', { attempt: totp.attempt(user.id, maxFailedCodes) }),
  );
  if (!attempt) {
    codeCounters.refused += 1;
    const retryAfterSeconds = Math.max(1, Math.ceil((await totp.refusedForMs(db, user.id)) / 1000));
    throw new Refusal('too_many_attempts', { reason: 'wrong_codes', retryAfterSeconds });
  }
  const { sealed, attempts } = attempt;
  const secret = dataKeys.open({ table: 'totp', column: 'sealed', userId: user.id }, sealed);
  const step = await stepOfCode(secret, code, nowMs());
  if (step === undefined) {
    await recordWrongCode(services, user, requester, costsHash, attempts === maxFailedCodes);
    throw INVALID_CODE;
  }
  codeCounters.right += 1;
  return { amr: amrOf('authenticator_app'), spend: [orThrow(totp.spend(user.id, step, sealed), INVALID_CODE)] };
}

async function proveByRecoveryCode(
  services: SecondFactorServices,
  user: User,
  code: string,
  requester: Requester,
  costsHash: boolean,
): Promise<Proof> {
  const valueHash = recoveryCodeHash(code);
  if (valueHash === undefined || !(await recoveryCodes.isUnused(services.db, user.id, valueHash))) {
    await recordWrongCode(services, user, requester, costsHash);
    throw INVALID_CODE;
  }
  return {
    amr: amrOf('recovery_codes'),
    spend: [orThrow(recoveryCodes.spend(user.id, valueHash), INVALID_CODE)],
    events: [event('recovery_code_used', user.id)],
  };
}

/** Notifies the owner once, when wrong codes use up the budget: the sender knows the password. */
async function recordWrongCode(
  { db }: SecondFactorServices,
  user: User,
  requester: Requester,
  keepsEach: boolean,
  isLast = false,
): Promise<void> {
  const told = isLast && {
    events: [event('codes_refused', user.id)],
    emails: [outbox.enqueue('second_factor_guessed', user.email, { payload: await describeRequester(requester) })],
  };
  await db.commit(byOwner(requester), change(event('second_factor_failed', user.id, { keepsEach }), {}, told || {}));
}
