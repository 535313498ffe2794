import { Refusal } from '../accounts/refusal.ts';
import type { User } from '../store/tables/user.ts';
import type { EmailProof } from './provider.ts';

/** IDENTITY_LINKING. */
export type LinkingPolicy = 'ask' | 'verified';

/** The account that has the address of the identity. */
interface Holder extends Pick<User, 'accountStatus'> {
  readonly isEmailProven: boolean;
  /** By a second factor or a passkey. */
  readonly isProtected: boolean;
}

/**
 * `login`: the identity has an account. `take_over`: nobody but its owner has proven the address of this account.
 * `link_proven`: link it to the account that has the address. `link`: so, after a login to that account. `register`:
 * make an account. `closed`: nobody may make one.
 */
export type Decision = 'login' | 'take_over' | 'link_proven' | 'link' | 'register' | 'closed';

/** What a page does next. */
export const NEXT_STEPS = ['login', 'register', 'link', 'confirm'] as const;
export function nextStep(decision: Decision): (typeof NEXT_STEPS)[number] {
  if (decision === 'closed') throw new Refusal('registration_closed');
  return decision === 'register' || decision === 'link' ? decision : 'login';
}

/**
 * For an identity without an account. A claimed address leads to the login of its account at most; where registration
 * is closed not even there, because that would tell who has an account.
 */
export function decide(
  emailProof: EmailProof,
  holder: Holder | undefined,
  linking: LinkingPolicy,
  isOpen: boolean,
): Decision {
  const isClaimed = emailProof === 'claimed';
  if (!isOpen && (!holder || isClaimed)) return 'closed';
  if (!holder) return 'register';
  if (isClaimed) return 'link';
  if (holder.accountStatus === 'INACTIVE') return 'take_over';
  // An address that was only checked may have gone to another owner, whose account this is. And an identity must not
  // open what a factor protects.
  const isProven = emailProof === 'decided' && holder.accountStatus === 'ACTIVE' && holder.isEmailProven;
  return linking === 'verified' && isProven && !holder.isProtected ? 'link_proven' : 'link';
}
