import type { FactorOwner } from '../../core/factors/second-factors.ts';
import { Refusal } from '../../core/refusal.ts';
import { notice } from '../../core/sign-in/describe-requester.ts';
import { endOthers } from '../../core/sign-in/end-sessions.ts';
import type { DataKeys } from '../../keys/data-keys.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event, unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import { removeKind } from '../../store/tables/credentials.ts';
import * as users from '../../store/tables/users.ts';
import * as storedCodes from './recovery-code-table.ts';
import { newRecoveryCodes, storedHashes } from './recovery-codes.ts';
import * as totp from './table.ts';
import { newSecret, otpauthUrl, stepOfCode } from './totp-codes.ts';

const NO_FACTOR = new Refusal('no_second_factor');

interface FactorServices {
  readonly db: Store;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
}

interface NewApp {
  readonly secret: string;
  readonly otpauthUrl: string;
}

/** Starts adding an authenticator app. An app in use stays in use until the new one is confirmed. */
export async function beginApp(
  { db, dataKeys }: FactorServices,
  { user, requester }: FactorOwner,
  issuer: string,
): Promise<NewApp> {
  const secret = await newSecret();
  const place = { table: 'totp', column: 'pending_sealed', userId: user.id };
  const begun = totp.begin(user.id, dataKeys.seal(place, secret));
  await db.commit(byOwner(requester), unrecorded('nothing is added before it is confirmed', { begun }));
  return { secret, otpauthUrl: await otpauthUrl(secret, { issuer, label: user.email }) };
}

/**
 * Confirms the app by a code, which logins need from now on. Ends all other sessions, because they have not shown a
 * code. Returns new recovery codes, or undefined if there is no app to confirm.
 */
export async function confirmApp(
  { db, dataKeys, nowMs }: FactorServices,
  { user, recentLogin, requester, language }: FactorOwner,
  code: string,
): Promise<string[] | undefined> {
  const pending = await totp.pendingOf(db, user.id);
  if (pending === undefined) return undefined;
  const secret = dataKeys.open({ table: 'totp', column: 'pending_sealed', userId: user.id }, pending);
  const step = await stepOfCode(secret, code, nowMs());
  if (step === undefined) throw new Refusal('invalid_code');
  const sealed = dataKeys.seal({ table: 'totp', column: 'sealed', userId: user.id }, secret);
  const codes = newRecoveryCodes();
  await db.commit(
    byOwner(requester),
    change(
      event('totp_added', user.id),
      {
        app: totp.confirm(user.id, recentLogin.sessionId, pending, sealed, step),
        factor: users.addSecondFactor(user.id, totp.AUTHENTICATOR_APP),
        codes: storedCodes.replace(user.id, recentLogin.sessionId, storedHashes(codes)),
        others: endOthers(user.id, recentLogin),
      },
      { emails: [await notice('second_factor_added', user.email, { requester, language })] },
    ),
  );
  return codes;
}

/** Removes the app, the recovery codes unless another factor remains, and all other sessions. */
export async function removeApp(
  { db }: FactorServices,
  { user, recentLogin, requester, language }: FactorOwner,
): Promise<void> {
  const left = user.secondFactors & ~totp.AUTHENTICATOR_APP;
  await db.commit(
    byOwner(requester),
    change(
      event('totp_removed', user.id),
      {
        factor: orThrow(users.removeSecondFactor(user.id, totp.AUTHENTICATOR_APP), NO_FACTOR),
        app: removeKind('authenticator_app', user.id),
        codes: left === 0 && removeKind('recovery_codes', user.id),
        others: endOthers(user.id, recentLogin),
      },
      { emails: [await notice('second_factor_removed', user.email, { requester, language })] },
    ),
  );
}
