import type { Features } from '../../config/features.ts';
import type { Reads } from '../../store/engine/database.ts';
import * as passkeys from '../../store/tables/passkeys.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';
import { MULTIPLE_FACTORS } from '../sign-in/recent-login.ts';

/** The bits of `users.second_factors`. */
export const AUTHENTICATOR_APP = 1;

export const hasAuthenticatorApp = ({ secondFactors }: Pick<User, 'secondFactors'>): boolean =>
  (secondFactors & AUTHENTICATOR_APP) !== 0;

/** What an account has besides its password. */
export const factorsOf = (user: Pick<User, 'secondFactors'>, hasPasskey: boolean): ('totp' | 'passkey')[] => [
  ...(hasAuthenticatorApp(user) ? (['totp'] as const) : []),
  ...(hasPasskey ? (['passkey'] as const) : []),
];

/** SECOND_FACTOR. */
export type SecondFactorPolicy = 'optional' | 'admins' | 'required';

/** Whether the policy demands a second factor of this user. */
export const isSecondFactorDemanded = (policy: SecondFactorPolicy, { role }: Pick<User, 'role'>): boolean =>
  policy === 'required' || (policy === 'admins' && role === 'ADMIN');

/** The `amr` values (RFC 8176) of a login by passkey: a key in hardware, or in software where it is synced. */
const PASSKEY_METHODS = ['hwk', 'swk'];

/**
 * Whether this user must add a second factor first. A login by passkey counts while the account has a passkey. Asks the
 * database only in sessions that began with one, where SECOND_FACTOR demands a factor.
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

/** The password was right, and the account has a second factor that was not sent. */
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
  /** Whether passkeys can be used: PASSKEYS. */
  readonly features: Pick<Features, 'passkeys'>;
}

/**
 * An account with a second factor needs it, whatever else was proven. Where SECOND_FACTOR demands one, a passkey
 * counts: otherwise someone with the password alone could add a factor to an account that a passkey protects.
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
