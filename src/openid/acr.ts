import { MULTIPLE_FACTORS } from '../accounts/sign-in/recent-login.ts';

/** How strong a login was, as apps ask for it (`acr_values`) and ID tokens say it. */
export const ONE_FACTOR = 'urn:latchkey:one-factor';
export const TWO_FACTORS = 'urn:latchkey:two-factors';
export const ACR_VALUES = [ONE_FACTOR, TWO_FACTORS];

export const acrOf = (amr: readonly string[]): string => (amr.includes(MULTIPLE_FACTORS) ? TWO_FACTORS : ONE_FACTOR);

/** `acr_values` names what is acceptable, best first: two factors are wanted unless one is as good. */
export const wantsTwoFactors = (acrValues: string | undefined): boolean => {
  const values = acrValues?.split(' ') ?? [];
  return values.includes(TWO_FACTORS) && !values.includes(ONE_FACTOR);
};
