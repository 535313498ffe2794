import type { DataKeys } from '../data-keys/data-keys.ts';
import type { Requester } from '../network/requester.ts';
import * as audit from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import * as passkeys from '../store/passkeys.ts';
import * as storedCodes from '../store/recovery-codes.ts';
import * as totp from '../store/totp.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { describeRequester } from './describe-requester.ts';
import { endOthers } from './end-sessions.ts';
import type { RecentLogin } from './recent-login.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { Refusal } from './refusal.ts';
import { AUTHENTICATOR_APP } from './second-factors.ts';
import { newSecret, otpauthUrl, stepOfCode } from './totp-codes.ts';

interface FactorServices {
  readonly db: Database;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
  readonly wakeMail: () => void;
}

/** Who changes the factors of their own account: after a recent login, with the second factor if there is one. */
export interface FactorOwner {
  readonly user: User;
  readonly recentLogin: RecentLogin;
  readonly requester: Requester;
  readonly language: string | undefined;
}

interface NewApp {
  readonly secret: string;
  readonly otpauthUrl: string;
}

/** Begins to add an authenticator app. One that is in use stays in use until the new one is confirmed. */
export async function beginApp(
  { db, dataKeys }: FactorServices,
  { user }: FactorOwner,
  issuer: string,
): Promise<NewApp> {
  const secret = await newSecret();
  const place = { table: 'totp', column: 'pending_sealed', userId: user.id };
  await db.batch([totp.begin(user.id, dataKeys.seal(place, secret))]);
  return { secret, otpauthUrl: await otpauthUrl(secret, { issuer, label: user.email }) };
}

/**
 * Confirms the app by a code: from now on it is needed to log in. Ends all other sessions, which have not shown it.
 * Returns new recovery codes; undefined when there is no app to confirm, or it was replaced meanwhile.
 */
export async function confirmApp(
  { db, dataKeys, nowMs, wakeMail }: FactorServices,
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
  const confirmed = await db.batch([
    totp.confirm(user.id, pending, sealed, step),
    users.addSecondFactor(user.id, AUTHENTICATOR_APP),
    ...storedCodes.replace(user.id, hashesOf(codes)),
    ...endOthers(user.id, recentLogin),
    audit.record('totp_added', user.id, requester),
    outbox.enqueue('second_factor_added', user.email, { language, payload: await describeRequester(requester) }),
  ]);
  if (!confirmed) return undefined;
  wakeMail();
  return codes;
}

/** Removes the app and ends all other sessions; without another factor, also the recovery codes. False for no app. */
export async function removeApp(
  { db, wakeMail }: FactorServices,
  { user, recentLogin, requester, language }: FactorOwner,
): Promise<boolean> {
  const left = user.secondFactors & ~AUTHENTICATOR_APP;
  const removed = await db.batch([
    users.removeSecondFactor(user.id, AUTHENTICATOR_APP),
    ...totp.remove(user.id),
    ...(left === 0 ? [storedCodes.removeAll(user.id)] : []),
    ...endOthers(user.id, recentLogin),
    audit.record('totp_removed', user.id, requester),
    outbox.enqueue('second_factor_removed', user.email, { language, payload: await describeRequester(requester) }),
  ]);
  if (removed) wakeMail();
  return removed !== undefined;
}

/** New recovery codes in place of all others. Undefined when the account has no second factor any more. */
export async function replaceRecoveryCodes(
  { db }: FactorServices,
  { user, requester }: FactorOwner,
): Promise<string[] | undefined> {
  const codes = newRecoveryCodes();
  const renewed = await db.batch([
    users.requireSecondFactor(user.id),
    ...storedCodes.replace(user.id, hashesOf(codes)),
    audit.record('recovery_codes_made', user.id, requester),
  ]);
  return renewed && codes;
}

const hashesOf = (codes: readonly string[]): string[] => codes.map((code) => recoveryCodeHash(code) ?? '');

/**
 * What an operator does for somebody who lost every factor: removes all of them, passkeys included, ends all sessions,
 * one of which may be on what was lost, and tells the owner. An app that was never confirmed protects nothing: it goes
 * without that. Undefined when there is neither.
 */
export async function resetSecondFactors(
  db: Database,
  user: User,
  recentLogin: RecentLogin,
  actor: audit.Actor,
): Promise<User | undefined> {
  const statements: Statement[] = [
    users.clearSecondFactors(user.id),
    ...totp.remove(user.id),
    storedCodes.removeAll(user.id),
    passkeys.removeAll(user.id),
    ...endOthers(user.id, recentLogin),
    audit.recordBy(actor, 'second_factor_reset', user.id),
    outbox.enqueue('second_factor_removed', user.email),
  ];
  const cleared = await db.batch(statements);
  if (cleared) return cleared[0]?.[0] as unknown as User;
  const removed = await db.batch([
    ...totp.removePending(user.id),
    audit.recordBy(actor, 'second_factor_reset', user.id),
  ]);
  return removed && user;
}
