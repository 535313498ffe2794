import type { DataKeys } from '../../keys/data-keys.ts';
import type { Requester } from '../../lib/requester.ts';
import { change, happening, unrecorded } from '../../store/change.ts';
import { NOTHING, orNothing, type Store } from '../../store/commit.ts';
import { must } from '../../store/engine/database.ts';
import { type Actor, owner } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import * as passkeys from '../../store/tables/passkeys.ts';
import * as storedCodes from '../../store/tables/recovery-codes.ts';
import * as totp from '../../store/tables/totp.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { Refusal } from '../refusal.ts';
import { describeRequester } from '../sign-in/describe-requester.ts';
import { endOthers } from '../sign-in/end-sessions.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { AUTHENTICATOR_APP } from './second-factors.ts';
import { newSecret, otpauthUrl, stepOfCode } from './totp-codes.ts';

const NO_FACTOR = new Refusal('no_second_factor');

interface FactorServices {
  readonly db: Store;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
}

/** The owner, after a recent login that used the second factor if there is one. */
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

/** Starts adding an authenticator app. An app in use stays in use until the new one is confirmed. */
export async function beginApp(
  { db, dataKeys }: FactorServices,
  { user, requester }: FactorOwner,
  issuer: string,
): Promise<NewApp> {
  const secret = await newSecret();
  const place = { table: 'totp', column: 'pending_sealed', userId: user.id };
  const begun = totp.begin(user.id, dataKeys.seal(place, secret));
  await db.commit(owner(requester), unrecorded('nothing is added before it is confirmed', { begun }));
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
    owner(requester),
    change(
      happening('totp_added', user.id),
      {
        app: totp.confirm(user.id, pending, sealed, step),
        factor: users.addSecondFactor(user.id, AUTHENTICATOR_APP),
        codes: storedCodes.replace(user.id, hashesOf(codes)),
        others: endOthers(user.id, recentLogin),
      },
      {
        emails: [
          outbox.enqueue('second_factor_added', user.email, { language, payload: await describeRequester(requester) }),
        ],
      },
    ),
  );
  return codes;
}

/** Removes the app, the recovery codes unless another factor remains, and all other sessions. */
export async function removeApp(
  { db }: FactorServices,
  { user, recentLogin, requester, language }: FactorOwner,
): Promise<void> {
  const left = user.secondFactors & ~AUTHENTICATOR_APP;
  await db.commit(
    owner(requester),
    change(
      happening('totp_removed', user.id),
      {
        factor: must(users.removeSecondFactor(user.id, AUTHENTICATOR_APP), NO_FACTOR),
        app: totp.remove(user.id),
        codes: left === 0 && storedCodes.removeAll(user.id),
        others: endOthers(user.id, recentLogin),
      },
      {
        emails: [
          outbox.enqueue('second_factor_removed', user.email, {
            language,
            payload: await describeRequester(requester),
          }),
        ],
      },
    ),
  );
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  { db }: FactorServices,
  { user, requester }: FactorOwner,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.commit(
    owner(requester),
    change(happening('recovery_codes_made', user.id), {
      user: must(users.requireSecondFactor(user.id), NO_FACTOR),
      codes: storedCodes.replace(user.id, hashesOf(codes)),
    }),
  );
  return codes;
}

const hashesOf = (codes: readonly string[]): string[] => codes.map((code) => recoveryCodeHash(code) ?? '');

/**
 * Lets an operator help somebody who lost every factor: removes all factors including passkeys, ends all sessions,
 * because one may be on a lost device, and notifies the owner. An unconfirmed app protects nothing, and is removed
 * without further steps. Refuses if there is no factor.
 */
export async function resetSecondFactors(db: Store, user: User, recentLogin: RecentLogin, actor: Actor): Promise<User> {
  const reset = happening('second_factor_reset', user.id);
  const all = change(
    reset,
    {
      changed: must(users.clearSecondFactors(user.id), NOTHING),
      app: totp.remove(user.id),
      codes: storedCodes.removeAll(user.id),
      passkeys: passkeys.removeAll(user.id),
      others: endOthers(user.id, recentLogin),
    },
    { emails: [outbox.enqueue('second_factor_removed', user.email)] },
  );
  const done = await orNothing(db.commit(actor, all));
  if (done) return done.changed;
  const [found, ...rest] = totp.removePending(user.id);
  await db.commit(actor, change(reset, { found: found && must(found, NO_FACTOR), rest }));
  return user;
}
