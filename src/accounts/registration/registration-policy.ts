import type { SettingValues } from '../../config/settings.ts';
import { Refusal } from '../refusal.ts';

/** REGISTRATION, EMAIL_DOMAINS and TERMS_VERSION. */
export type RegistrationPolicy = Pick<SettingValues, 'registration' | 'emailDomains' | 'termsVersion'>;

/** Who makes an account. Strangers make their own. */
export type Maker = 'stranger' | 'administrator' | 'operator';

const MAKERS: Readonly<Record<RegistrationPolicy['registration'], readonly Maker[]>> = {
  open: ['stranger', 'administrator', 'operator'],
  invited: ['administrator', 'operator'],
  closed: ['operator'],
};

/** The only function that decides who may make an account. It does not look whether the address has one. */
export function refuseRegistration(
  { registration, emailDomains }: Omit<RegistrationPolicy, 'termsVersion'>,
  maker: Maker,
  { email }: { readonly email: string },
): void {
  if (!MAKERS[registration].includes(maker)) throw new Refusal('registration_closed');
  if (maker !== 'stranger' || emailDomains.length === 0) return;
  if (!emailDomains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new Refusal('email_domain_refused');
}
