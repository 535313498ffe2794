import type { AskingClient } from '../../lib/requester.ts';
import type { Reads } from '../../store/engine/database.ts';
import { FACTORS, type Factor, factorsOf, type LoginFeatures } from '../../store/tables/factors.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';
import { MULTIPLE_FACTORS, type RecentLogin } from '../sign-in/recent-login.ts';

export type SecondFactorPolicy = 'optional' | 'admins' | 'required';

export const isSecondFactorDemanded = (policy: SecondFactorPolicy, { role }: Pick<User, 'role'>): boolean =>
  policy === 'required' || (policy === 'admins' && role === 'ADMIN');

/**
 * Whether the user must add a second factor first. A login with a factor that is a login of its own counts
 * while the account has one of that kind. Queries the database only if SECOND_FACTOR demands a factor and the
 * session began so.
 */
export async function needsFactorSetup(
  { db, secondFactorPolicy }: Pick<SecondFactorRule, 'db' | 'secondFactorPolicy'>,
  user: Pick<User, 'id' | 'role' | 'secondFactors'>,
  amr: readonly string[] | null | undefined,
): Promise<boolean> {
  if (user.secondFactors !== 0 || !isSecondFactorDemanded(secondFactorPolicy, user)) return false;
  const used = FACTORS.filter((factor) => factor.login && factor.amr.some((method) => amr?.includes(method)));
  if (used.length === 0) return true;
  return !(await factorsOf(db, user)).some((factor) => used.includes(factor));
}

/** The refusal for a right first proof without the second factor. */
export const secondFactorRequired = (factors: readonly Factor[]): Refusal =>
  new Refusal('second_factor_required', { factors: factors.map(({ name }) => name) });

export interface SecondFactorRule {
  readonly db: Reads;
  readonly secondFactorPolicy: SecondFactorPolicy;
  readonly features: LoginFeatures;
}

/**
 * Refuses an account with a second factor that was not proven. If SECOND_FACTOR demands a factor, one that is a
 * login of its own counts: otherwise the password alone would suffice to add a factor to the account that it protects.
 */
export async function refuseWithoutSecondFactor(
  { db, secondFactorPolicy, features }: SecondFactorRule,
  user: User,
  amr: readonly string[],
): Promise<void> {
  if (amr.includes(MULTIPLE_FACTORS)) return;
  if (user.secondFactors === 0 && !isSecondFactorDemanded(secondFactorPolicy, user)) return;
  const factors = await factorsOf(db, user, features);
  if (user.secondFactors !== 0 || factors.length > 0) throw secondFactorRequired(factors);
}

/** The owner, after a recent login that used the second factor if there is one. */
export interface FactorOwner extends AskingClient {
  readonly user: User;
  readonly recentLogin: RecentLogin;
}
