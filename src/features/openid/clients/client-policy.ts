import type { SettingValues } from '../../../config/settings.ts';

/** The rules for OpenID clients: an audience must not be the address of Latchkey itself. */
export const clientPolicyOf = (
  {
    tokenAudience,
    tokenIssuer,
    production,
  }: Pick<SettingValues, 'tokenAudience' | 'tokenIssuer'> & { readonly production: boolean },
  frontendUrl: string | undefined,
) => ({
  production,
  ownAudiences: [tokenAudience, tokenIssuer, frontendUrl]
    .filter((address) => address !== undefined)
    .map((address) => address.replace(/\/+$/, '')),
});
