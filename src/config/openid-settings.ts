import type { SettingValues } from './settings.ts';

/** What OpenID clients are checked by (ClientPolicy): our own interface is no audience of an app's tokens. */
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
