import { StacklessError } from '../runtime/stackless-error.ts';
import type { User } from '../store/user.ts';
import { MULTIPLE_FACTORS } from './recent-login.ts';

/** The bits of `users.second_factors`. */
export const AUTHENTICATOR_APP = 1;

/** What a client can send as the second factor, as X-Second-Factors names it. */
export type SecondFactor = 'totp' | 'recovery_code' | 'passkey';

export const hasAuthenticatorApp = ({ secondFactors }: User): boolean => (secondFactors & AUTHENTICATOR_APP) !== 0;

/** SECOND_FACTOR. */
export type SecondFactorPolicy = 'optional' | 'admins' | 'required';

/** Whether the policy demands a second factor of this user. */
export const isSecondFactorDemanded = (policy: SecondFactorPolicy, { role }: Pick<User, 'role'>): boolean =>
  policy === 'required' || (policy === 'admins' && role === 'ADMIN');

/** Whether this user must add a second factor before anything else. */
export const needsFactorSetup = (
  policy: SecondFactorPolicy,
  { role, secondFactors }: Partial<Pick<User, 'role' | 'secondFactors'>>,
): boolean => role !== undefined && secondFactors === 0 && isSecondFactorDemanded(policy, { role });

/** The password was right, and the account has a second factor that was not sent. */
export class SecondFactorRequired extends StacklessError {
  readonly factors: readonly SecondFactor[];
  constructor(user: User, hasPasskey: boolean) {
    super('a second factor is required');
    this.factors = [
      ...(hasAuthenticatorApp(user) ? (['totp'] as const) : []),
      'recovery_code',
      ...(hasPasskey ? (['passkey'] as const) : []),
    ];
  }
}

/** The code is wrong, or was used before. */
export class InvalidCode extends StacklessError {}

/** Too many wrong codes for this account, from wherever they came: codes of the app are refused, recovery codes are not. */
export class TooManyCodes extends StacklessError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('too many wrong codes');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** For the functions that begin or confirm a session: an account with a second factor needs it, whatever else was proven. */
export function refuseWithoutSecondFactor(user: User, amr: readonly string[]): void {
  if (user.secondFactors !== 0 && !amr.includes(MULTIPLE_FACTORS)) throw new SecondFactorRequired(user, false);
}
