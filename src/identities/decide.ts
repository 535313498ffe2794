import { Refusal } from '../accounts/refusal.ts';
import type { User } from '../store/tables/user.ts';

/** IDENTITY_LINKING. */
export type LinkingPolicy = 'ask' | 'verified';

/** The account that has the address which the provider states. */
type Holder = Pick<User, 'accountStatus' | 'secondFactors'> & { readonly isEmailConfirmed: boolean };

/**
 * `login`: the account of the identity. `take_over`: nobody has proven the address of the account but the one who
 * comes. `link_proven`: both sides are proven. `link`: log in to the account the usual way, and link. `register`: make
 * one. `closed`: neither.
 */
export type Decision = 'login' | 'take_over' | 'link_proven' | 'link' | 'register' | 'closed';

/** What a page does next. */
export const NEXT_STEPS = ['login', 'register', 'link', 'confirm'] as const;
export function nextStep(decision: Decision): (typeof NEXT_STEPS)[number] {
  if (decision === 'closed') throw new Refusal('registration_closed');
  return decision === 'register' || decision === 'link' ? decision : 'login';
}

/**
 * For an identity that no account has. An address that the provider is not to be believed about leads to the login of
 * its account at most; where nobody may make an account, not even there, or it would tell who has one.
 */
export function decide(
  isAuthoritative: boolean,
  holder: Holder | undefined,
  linking: LinkingPolicy,
  isOpen: boolean,
): Decision {
  if (!isOpen && !(holder && isAuthoritative)) return 'closed';
  if (!holder) return 'register';
  if (!isAuthoritative) return 'link';
  if (holder.accountStatus === 'INACTIVE') return 'take_over';
  // What a second factor protects is not opened to another way in without it.
  const isProven = holder.accountStatus === 'ACTIVE' && holder.isEmailConfirmed && holder.secondFactors === 0;
  return linking === 'verified' && isProven ? 'link_proven' : 'link';
}
