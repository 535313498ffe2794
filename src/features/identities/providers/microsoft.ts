import { domainOf, NEW_LOGIN, type Provider } from '../provider.ts';

interface MicrosoftSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `common`, `organizations`, `consumers`, or the id of one tenant. */
  readonly tenant: string;
}

const HOST = 'https://login.microsoftonline.com';
/** The tenant of personal accounts. */
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
/** Personal accounts may have any address; Microsoft assigns those of these domains. */
const OWN_DOMAINS = ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'];

const ADVICE =
  'Microsoft does not say whether the address is verified: add the optional claim xms_edov, see docs/identities.md';

/**
 * https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference: an `oid` is unique within its tenant,
 * and `sub` differs between apps. Administrators can give their users any `email`: `xms_edov` says that its domain
 * belongs to the tenant, or that a personal account has verified it at some time. The administrators of a single tenant
 * are the operator's own.
 */
export function microsoft({ clientId, clientSecret, tenant }: MicrosoftSettings): Provider {
  const isPinned = tenant.includes('-') && tenant !== PERSONAL;
  return {
    id: 'microsoft',
    name: 'Microsoft',
    kind: 'microsoft',
    issuer: `${HOST}/${tenant}/v2.0`,
    clientId,
    scope: 'openid email profile',
    confirm: NEW_LOGIN,
    clientSecret: () => clientSecret,
    read: ({ tid, oid, email, xms_edov: isOwned, name }) => ({
      ...(typeof tid === 'string' && { issuer: `${HOST}/${tid}/v2.0` }),
      subject: typeof tid !== 'string' || (isPinned && tid !== tenant) ? undefined : oid,
      email,
      emailProof:
        (isOwned === undefined ? isPinned : [true, 'true', 1, '1'].includes(isOwned as string)) &&
        (tid !== PERSONAL || OWN_DOMAINS.includes(domainOf(email)))
          ? 'decided'
          : 'claimed',
      name,
      advice: isOwned === undefined && email !== undefined && !isPinned ? ADVICE : undefined,
    }),
  };
}
