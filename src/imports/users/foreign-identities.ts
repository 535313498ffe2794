import { isObject, type JsonObject, objectIn, textIn } from '../json-values.ts';
import type { Members } from './members.ts';

/** A login of a user with another provider, which works here as it did there. */
export interface ForeignIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
}

/** Providers that give a person the same subject everywhere. Microsoft's and Facebook's differ from app to app. */
const PROVIDERS = [
  {
    provider: 'google',
    names: /^google(\.com|-oauth2)?$/,
    issuer: 'https://accounts.google.com',
    subject: /^\d{1,255}$/,
  },
  { provider: 'github', names: /^github(\.com)?$/, issuer: 'https://github.com', subject: /^[1-9]\d{0,15}$/ },
  // Providers whose subjects are shared by all apps of a team.
  {
    provider: 'apple',
    names: /^apple(\.com)?$/,
    issuer: 'https://appleid.apple.com',
    subject: /^\d+\.[0-9a-f]+\.\d+$/,
  },
] as const;

/** Identities of the old system itself, whose proofs are imported separately or worth nothing here. */
const OWN = ['password', 'email', 'phone', 'sms', 'anonymous', 'auth0'];

/** Names of members; dots separate nested names. The first member with a value counts. */
interface Spelling {
  readonly list: string;
  readonly provider: string;
  readonly subject: readonly string[];
  readonly email: string;
}

const valueAt = (entry: JsonObject, path: string): string => {
  const [name = '', ...rest] = path.split('.');
  return rest.length === 0 ? textIn(entry, name) : valueAt(objectIn(entry, name), rest.join('.'));
};

/** The logins with other providers that can be imported, and the names of those that cannot. */
export function foreignIdentities(record: Members, { list, provider, subject, email }: Spelling) {
  const identities: ForeignIdentity[] = [];
  const others: string[] = [];
  for (const entry of record.list(list).filter(isObject)) {
    const name = valueAt(entry, provider);
    const value = subject.map((path) => valueAt(entry, path)).find((one) => one !== '') ?? '';
    const known = PROVIDERS.find((provider) => provider.names.test(name) && provider.subject.test(value));
    if (known && !identities.some((identity) => identity.provider === known.provider))
      identities.push({
        provider: known.provider,
        issuer: known.issuer,
        subject: value,
        email: valueAt(entry, email) || null,
      });
    else if (!OWN.includes(name)) others.push(`login with ${name}`);
  }
  return { identities, otherLogins: [...new Set(others)] };
}
