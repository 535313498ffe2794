import { Refusal } from '../../core/refusal.ts';
import type { RegistrationPolicy } from '../../core/registration/registration-policy.ts';
import type { User } from '../../store/tables/user.ts';
import type { EmailProof, LinkingPolicy } from './services.ts';

/** The possible results of matching an identity. */
export const ACCOUNT_MATCHES = {
  login: 'login',
  register_active: '`ACTIVE` account',
  register: '`INACTIVE` account',
  take_over: 'the account',
  link_proven: 'automatic link',
  link: 'link',
  closed: 'refused',
} as const;
export type AccountMatch = keyof typeof ACCOUNT_MATCHES;

/** The result for an identity without an account, by the account with its address and by the proof of the address. */
export const MATCHES = {
  nobody: { about: 'nobody', decided: 'register_active', checked: 'register_active', claimed: 'register' },
  nobody_guarded: { about: 'nobody, guarded', decided: 'register_active', checked: 'register', claimed: 'register' },
  unverified: {
    about: 'an account that was never verified',
    decided: 'take_over',
    checked: 'take_over',
    claimed: 'link',
  },
  unverified_guarded: { about: 'such an account, guarded', decided: 'take_over', checked: 'link', claimed: 'link' },
  proven: {
    about: '`IDENTITY_LINKING=verified`: an `ACTIVE` account without second factor, passkey or unproven login',
    decided: 'link_proven',
    checked: 'link',
    claimed: 'link',
  },
  other: { about: 'any other account', decided: 'link', checked: 'link', claimed: 'link' },
} as const satisfies Readonly<Record<string, { readonly about: string } & Readonly<Record<EmailProof, AccountMatch>>>>;

/** The next step, for the page. */
export const NEXT_STEPS = ['login', 'register', 'link', 'confirm'] as const;
export function nextStep(match: AccountMatch): (typeof NEXT_STEPS)[number] {
  if (match === 'closed') throw new Refusal('registration_closed');
  if (match === 'register' || match === 'register_active') return 'register';
  return match === 'link' ? 'link' : 'login';
}

/** The account that has the address of the identity. */
interface Holder extends Pick<User, 'accountStatus' | 'role'> {
  readonly isEmailProven: boolean;
  /** Whether a second factor or a passkey protects the account. */
  readonly isProtected: boolean;
}

export interface MatchRules {
  readonly identityLinking: LinkingPolicy;
  /** FIRST_ADMIN_EMAIL in canonical form. */
  readonly firstAdminEmail: string | undefined;
  readonly registrationPolicy: Pick<RegistrationPolicy, 'registration' | 'emailDomains'>;
}

interface Address {
  readonly email: string | null;
  readonly emailProof: EmailProof;
}

/**
 * Matches an identity without an account. Unless registration is open, a claimed address does not even lead to a login,
 * because that would reveal who has an account.
 */
export function matchAccount(rules: MatchRules, { email, emailProof }: Address, holder?: Holder): AccountMatch {
  const isStranger = !holder || emailProof === 'claimed';
  if (isStranger && rules.registrationPolicy.registration !== 'open') return 'closed';
  return MATCHES[matchOf(rules, email, holder)][emailProof];
}

function matchOf(rules: MatchRules, email: string | null, holder: Holder | undefined): keyof typeof MATCHES {
  const { identityLinking, firstAdminEmail, registrationPolicy } = rules;
  // A former owner of the address must not become administrator, or pass for a member of the domain.
  const isGuarded = holder?.role === 'ADMIN' || email === firstAdminEmail || registrationPolicy.emailDomains.length > 0;
  if (!holder) return isGuarded ? 'nobody_guarded' : 'nobody';
  const { accountStatus, isEmailProven, isProtected } = holder;
  if (accountStatus === 'INACTIVE') return isGuarded ? 'unverified_guarded' : 'unverified';
  // An identity must not open what a factor protects.
  const isOpen = accountStatus === 'ACTIVE' && isEmailProven && !isProtected;
  return identityLinking === 'verified' && isOpen ? 'proven' : 'other';
}
