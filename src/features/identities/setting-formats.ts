import { createPrivateKey } from 'node:crypto';
import { parseEmailDomain, parseUrl } from '../../declare/url-formats.ts';
import { format, holdingSecret, InvalidValue, secret } from '../../declare/value-formats.ts';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEVERAL_TENANTS = ['common', 'organizations', 'consumers'];

export const microsoftTenant = format((value) => {
  const tenant = value.toLowerCase();
  if (SEVERAL_TENANTS.includes(tenant) || GUID.test(tenant)) return tenant;
  throw new InvalidValue(`must be ${SEVERAL_TENANTS.join(', ')} or the id of a tenant, not "${value}"`);
});

export const appleId = format((value) => {
  if (/^[A-Z0-9]{10}$/.test(value)) return value;
  throw new InvalidValue(`must be 10 capital letters and digits, not "${value}"`);
});

/** A .p8 file (PEM). In a value of one line, line breaks are written as \n. */
export const applePrivateKey = {
  ...secret,
  parse(value: string): string {
    const pem = value.replaceAll('\\n', '\n');
    if (isP256(pem)) return pem;
    throw new InvalidValue('must be the content of the .p8 file that Apple gives');
  },
};

function isP256(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

export interface OpenIdProviderSettings {
  /** The name that people see. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider assigns the addresses of these domains, so they count as proven. */
  readonly domains: readonly string[];
}

/** Messages quote nothing that may be part of a secret, such as one with a comma. */
function parseProvider(entry: string, at: number): OpenIdProviderSettings {
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
  return { name, issuer, clientId, clientSecret, domains: domains.map(parseEmailDomain) };
}

/** Separated by commas, because each entry has several words. */
export const openIdProviders = holdingSecret(
  format<readonly OpenIdProviderSettings[]>(
    (value) => {
      if (value === 'none') return [];
      const providers = value.split(/,/).map((entry, at) => parseProvider(entry, at));
      if (new Set(providers.map(({ name }) => idOf(name))).size < providers.length)
        throw new InvalidValue('must have each name once');
      return providers;
    },
    (providers) => providers.map(({ name, issuer }) => `${name} ${issuer}`).join(', ') || 'none',
  ),
);

/** The name in addresses and in the database. */
export const idOf = (name: string): string => name.toLowerCase();
