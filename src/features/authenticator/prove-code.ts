import type { CodeCounters, CodeProver, Proof, SentCode } from '../../core/factors/prove-second-factor.ts';
import { Refusal } from '../../core/refusal.ts';
import { describeRequester } from '../../core/sign-in/describe-requester.ts';
import { MULTIPLE_FACTORS } from '../../core/sign-in/recent-login.ts';
import type { DataKeys } from '../../keys/data-keys.ts';
import type { Requester } from '../../lib/requester.ts';
import { typedCode } from '../../lib/typed-code.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event, unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import type { User } from '../../store/tables/user.ts';
import { authenticator } from './declared.ts';
import * as recoveryCodes from './recovery-code-table.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import * as totp from './table.ts';
import { stepOfCode } from './totp-codes.ts';

interface ProvingServices {
  readonly dataKeys: DataKeys;
  /** Wrong codes of an app per account and hour; 0 for no limit. */
  readonly maxFailedCodes: number;
  readonly counters: CodeCounters;
  readonly nowMs: () => number;
}

/** The code is wrong or was used before. */
const INVALID_CODE = new Refusal('invalid_code');

const APP_CODE = /^\d{6}$/;

const amrOf = (kind: keyof typeof authenticator.credentials) => [
  ...authenticator.credentials[kind].amr,
  MULTIPLE_FACTORS,
];

/** Checks a code of the app or a recovery code. */
export function createCodeProver(parts: Omit<ProvingServices, 'counters'>): CodeProver {
  const counters = { right: 0, refused: 0, recovery: 0 };
  return {
    counters,
    prove(db, user, sent) {
      const digits = typedCode(sent.code);
      const isOfApp = APP_CODE.test(digits) && (user.secondFactors & totp.AUTHENTICATOR_APP) !== 0;
      return isOfApp
        ? proveByApp({ ...parts, counters }, db, user, { ...sent, code: digits })
        : proveByRecoveryCode({ ...parts, counters }, db, user, sent);
    },
  };
}

async function proveByApp(
  services: ProvingServices,
  db: Store,
  user: User,
  { code, requester, costsHash }: SentCode,
): Promise<Proof> {
  const { dataKeys, maxFailedCodes, counters, nowMs } = services;
  const { attempt } = await db.commit(
    byOwner(requester),
    unrecorded('what comes of it is recorded', { attempt: totp.attempt(user.id, maxFailedCodes) }),
  );
  if (!attempt) {
    counters.refused += 1;
    const retryAfterSeconds = Math.max(1, Math.ceil((await totp.refusedForMs(db, user.id)) / 1000));
    throw new Refusal('too_many_attempts', { reason: 'wrong_codes', retryAfterSeconds });
  }
  const { sealed, attempts } = attempt;
  const secret = dataKeys.open({ table: 'totp', column: 'sealed', userId: user.id }, sealed);
  const step = await stepOfCode(secret, code, nowMs());
  if (step === undefined) {
    await recordWrongCode(db, user, requester, costsHash, attempts === maxFailedCodes);
    throw INVALID_CODE;
  }
  counters.right += 1;
  return { amr: amrOf('authenticator_app'), spend: [orThrow(totp.spend(user.id, step, sealed), INVALID_CODE)] };
}

async function proveByRecoveryCode(
  { counters }: ProvingServices,
  db: Store,
  user: User,
  { code, requester, costsHash }: SentCode,
): Promise<Proof> {
  const valueHash = recoveryCodeHash(code);
  if (valueHash === undefined || !(await recoveryCodes.isUnused(db, user.id, valueHash))) {
    await recordWrongCode(db, user, requester, costsHash);
    throw INVALID_CODE;
  }
  counters.recovery += 1;
  return {
    amr: amrOf('recovery_codes'),
    spend: [orThrow(recoveryCodes.spend(user.id, valueHash), INVALID_CODE)],
    events: [event('recovery_code_used', user.id)],
  };
}

/** Notifies the owner once, when wrong codes use up the budget: the sender knows the password. */
async function recordWrongCode(
  db: Store,
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
