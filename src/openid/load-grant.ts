import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { OFFLINE_ACCESS } from '../accounts/openid-scopes.ts';
import type { Database } from '../store/database.ts';
import * as grants from '../store/openid-grants.ts';
import { parseAccountId } from './account-id.ts';
import { resourceOf } from './client-metadata.ts';

/** The scopes that an app asks for. One that may have refresh tokens gets them without asking for them each time. */
export const wantedScopes = (requested: Iterable<string>, allowed: string): string[] => [
  ...new Set([...requested, ...(allowed.split(' ').includes(OFFLINE_ACCESS) ? [OFFLINE_ACCESS] : [])]),
];

/**
 * The grant of the app in this session, made anew where it may have all that it asks for: apps of our own may, others where the owner has consented before.
 * With less than that, the library asks for consent.
 */
export async function loadGrant(db: Database, { oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider } = oidc;
  const account = parseAccountId(session?.accountId);
  if (!client || !session?.accountId || !account) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const existing = found?.accountId === session.accountId ? found : undefined;

  const wanted = wantedScopes(oidc.requestParamOIDCScopes, client.scope ?? '');
  const granted = await grants.grantedScopes(db, account.userId, client.clientId);
  if (!client.first_party && !wanted.every((scope) => granted.includes(scope))) return existing;

  const scopes = [...new Set([...granted, ...wanted])];
  const grant = existing ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  const resource = resourceOf(client);
  const known = grant.getResourceScope(resource).split(' ');
  if (!wanted.every((scope) => known.includes(scope))) {
    grant.addOIDCScope(wanted);
    grant.addResourceScope(resource, wanted);
    await grant.save();
  }
  await db.batch([grants.grant(account.userId, client.clientId, scopes)]);
  return grant;
}
