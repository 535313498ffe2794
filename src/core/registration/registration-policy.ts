import type { SettingValues } from '../../config/settings.ts';
import type { Creator } from '../../declare/account-source.ts';
import { Refusal } from '../refusal.ts';

/** REGISTRATION, EMAIL_DOMAINS and TERMS_VERSION. */
export type RegistrationPolicy = Pick<SettingValues, 'registration' | 'emailDomains' | 'termsVersion'>;

const CREATORS: Readonly<Record<RegistrationPolicy['registration'], readonly Creator[]>> = {
  open: ['stranger', 'administrator', 'operator'],
  invited: ['administrator', 'operator'],
  closed: ['operator'],
};

/** Not exported, so that no other file can create a RegistrationPermit. */
const granted = Symbol('registration permit');

/**
 * Proof that the policy was checked. `createAccount` takes it, so that a caller that forgets the check does not
 * compile.
 */
export interface RegistrationPermit<By extends Creator = Creator> {
  readonly [granted]: By;
}

/** The only function that decides who may create an account. It does not look up whether the address has one. */
export function permitRegistration<By extends Creator>(
  { registration, emailDomains }: Omit<RegistrationPolicy, 'termsVersion'>,
  by: By,
  { email }: { readonly email: string },
): RegistrationPermit<By> {
  if (!CREATORS[registration].includes(by)) throw new Refusal('registration_closed');
  const isLimited = by === 'stranger' && emailDomains.length > 0;
  if (isLimited && !emailDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new Refusal('email_domain_refused');
  return { [granted]: by };
}
