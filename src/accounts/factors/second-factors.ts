import type { Features } from '../../config/features.ts';
import type { AskingClient } from '../../lib/requester.ts';
import type { Reads } from '../../store/engine/database.ts';
import * as passkeys from '../../store/tables/passkeys.ts';
import { AUTHENTICATOR_APP } from '../../store/tables/totp.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';
import { MULTIPLE_FACTORS, type RecentLogin } from '../sign-in/recent-login.ts';

export const hasAuthenticatorApp = ({ secondFactors }: Pick<User, 'secondFactors'>): boolean =>
  (secondFactors & AUTHENTICATOR_APP) !== 0;

/** The factors of an account besides its password. */
export const factorsOf = (user: Pick<User, 'secondFactors'>, hasPasskey: boolean): ('totp' | 'passkey')[] => [
  ...(hasAuthenticatorApp(user) ? (['totp'] as const) : []),
  ...(hasPasskey ? (['passkey'] as const) : []),
];

export type SecondFactorPolicy = 'optional' | 'admins' | 'required';

export const isSecondFactorDemanded = (policy: SecondFactorPolicy, { role }: Pick<User, 'role'>): boolean =>
  policy === 'required' || (policy === 'admins' && role === 'ADMIN');

/** The `amr` values (RFC 8176) of a login by passkey: a hardware key, or a software key if the passkey is synced. */
const PASSKEY_METHODS = ['hwk', 'swk'];

/**
 * Whether this user must add a second factor first. A login by passkey counts while the account has a passkey. Queries
 * the database only if SECOND_FACTOR demands a factor and the session began with a passkey.
 */
export async function needsFactorSetup(
  { db, secondFactorPolicy }: Pick<SecondFactorRule, 'db' | 'secondFactorPolicy'>,
  user: Pick<User, 'id' | 'role' | 'secondFactors'>,
  amr: readonly string[] | null | undefined,
): Promise<boolean> {
  if (user.secondFactors !== 0 || !isSecondFactorDemanded(secondFactorPolicy, user)) return false;
  if (!amr?.some((method) => PASSKEY_METHODS.includes(method))) return true;
  return (await passkeys.countOf(db, user.id)) === 0;
}

/** The password was right, but the second factor is missing. */
export const secondFactorRequired = (user: User, hasPasskey: boolean): Refusal =>
  new Refusal('second_factor_required', {
    factors: [
      ...(hasAuthenticatorApp(user) ? (['totp', 'recovery_code'] as const) : []),
      ...(hasPasskey ? (['passkey'] as const) : []),
    ],
  });

export interface SecondFactorRule {
  readonly db: Reads;
  readonly secondFactorPolicy: SecondFactorPolicy;
  /** PASSKEYS. */
  readonly features: Pick<Features, 'passkeys'>;
}

/**
 * Refuses an account with a second factor that was not proven. If SECOND_FACTOR demands a factor, a passkey counts:
 * otherwise the password alone would suffice to add a factor to an account that a passkey protects.
 */
export async function refuseWithoutSecondFactor(
  { db, secondFactorPolicy, features }: SecondFactorRule,
  user: User,
  amr: readonly string[],
): Promise<void> {
  if (amr.includes(MULTIPLE_FACTORS)) return;
  if (user.secondFactors !== 0) throw secondFactorRequired(user, false);
  if (!features.passkeys || !isSecondFactorDemanded(secondFactorPolicy, user)) return;
  if ((await passkeys.countOf(db, user.id)) > 0) throw secondFactorRequired(user, true);
}

/** The owner, after a recent login that used the second factor if there is one. */
export interface FactorOwner extends AskingClient {
  readonly user: User;
  readonly recentLogin: RecentLogin;
}
