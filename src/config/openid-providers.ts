import { domainName, parseUrl } from './url-formats.ts';
import { format, holdingSecret, InvalidValue } from './value-formats.ts';

export interface OpenIdProviderSettings {
  /** The name that people see. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider hands out the addresses of these domains, so they count as proven. */
  readonly domains: readonly string[];
}

/** Messages quote nothing that may be part of a secret, such as one with a comma. */
function parseProvider(entry: string, at: number, cores: number): OpenIdProviderSettings {
  const [name = '', issuer = '', clientId = '', clientSecret = '', ...domains] = entry.trim().split(/\s+/);
  // The name is part of the callback address, which providers compare as text.
  if (/[^a-z\d-]/i.test(name) || name.length > 30)
    throw new InvalidValue(`must give names of up to 30 letters a to z, digits and hyphens, unlike number ${at + 1}`);
  if (clientSecret === '')
    throw new InvalidValue(
      `must list <name> <issuer> <client id> <client secret> and domains, and number ${at + 1} is incomplete`,
    );
  if (!/^https?:$/.test(parseUrl(issuer)?.protocol ?? '') || /[?#@]/.test(issuer))
    throw new InvalidValue(`must have an https address as the issuer of ${name}`);
  for (const domain of domains) domainName.parse(domain, cores);
  return { name, issuer, clientId, clientSecret, domains };
}

/** Separated by commas, because each entry has several words. */
export const openIdProviders = holdingSecret(
  format<readonly OpenIdProviderSettings[]>(
    (value, cores) => {
      if (value === 'none') return [];
      const providers = value.split(/,/).map((entry, at) => parseProvider(entry, at, cores));
      if (new Set(providers.map(({ name }) => idOf(name))).size < providers.length)
        throw new InvalidValue('must have each name once');
      return providers;
    },
    (providers) => providers.map(({ name, issuer }) => `${name} ${issuer}`).join(', ') || 'none',
  ),
);

/** The name in addresses and in the database. */
export const idOf = (name: string): string => name.toLowerCase();
