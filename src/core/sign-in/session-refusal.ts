import type { User } from '../../store/tables/user.ts';
import { needsFactorSetup, type SecondFactorRule } from '../factors/second-factors.ts';

/** Why an active session gives no access. */
export type SessionRefusal = 'deletion_pending' | 'not_active' | 'factor_setup_required';

/**
 * Decides by the current account and the settings, for Latchkey's own interface and for apps alike. `amr`: how the
 * session began. Undefined: access is allowed.
 */
export async function sessionRefusal(
  rule: Pick<SecondFactorRule, 'db' | 'secondFactorPolicy'>,
  user: User,
  amr: readonly string[] | null | undefined,
): Promise<SessionRefusal | undefined> {
  if (user.deletionDueAtMs !== null) return 'deletion_pending';
  if (user.accountStatus !== 'ACTIVE') return 'not_active';
  return (await needsFactorSetup(rule, user, amr)) ? 'factor_setup_required' : undefined;
}
