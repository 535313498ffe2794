import { MULTIPLE_FACTORS } from '../../../core/sign-in/recent-login.ts';

/** The strength of a login, as requested by apps (`acr_values`) and reported in ID tokens. */
const ONE_FACTOR = 'urn:latchkey:one-factor';
export const TWO_FACTORS = 'urn:latchkey:two-factors';
export const ACR_VALUES = [ONE_FACTOR, TWO_FACTORS];

export const acrOf = (amr: readonly string[]): string => (amr.includes(MULTIPLE_FACTORS) ? TWO_FACTORS : ONE_FACTOR);

/** `acr_values` lists what is acceptable: two factors are required only if one factor is not listed. */
export const wantsTwoFactors = (acrValues: string | undefined): boolean => {
  const values = acrValues?.split(' ') ?? [];
  return values.includes(TWO_FACTORS) && !values.includes(ONE_FACTOR);
};
