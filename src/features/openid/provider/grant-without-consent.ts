import { errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import { wantedScopes } from '../../../core/openid-scopes.ts';
import type { Store } from '../../../store/commit.ts';
import { useApp } from '../apps/app-access.ts';
import * as grants from '../apps/grant-table.ts';
import type { McpResource } from '../declared/mcp-resources.ts';
import { parseAccountId } from './account-id.ts';
import { findResource, wantedResources } from './mcp-resources.ts';

/**
 * The grant of the app in this session. It is created if the app needs no consent: first-party apps never do, others
 * not for what the owner has consented to before. Otherwise undefined, and the library requests consent.
 */
export async function grantWithoutConsent(
  db: Store,
  mcpResources: readonly McpResource[],
  { oidc }: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  const { client, session, provider } = oidc;
  const account = parseAccountId(session?.accountId);
  if (!client || !session?.accountId || !account) return undefined;
  const scopes = wantedScopes(oidc.requestParamOIDCScopes, client.scope ?? '');
  const taken = [...oidc.requestParamOIDCScopes].find((scope) => !scopes.includes(scope));
  // The scope was withdrawn after the library checked the request.
  if (taken !== undefined) throw new errors.InvalidScope('requested scope is not allowed', taken);
  const indicators = Object.keys(oidc.resourceServers ?? {});
  const requested = { scopes, resources: wantedResources(mcpResources, indicators, oidc.requestParamScopes) };
  const before = await grants.granted(db, account.userId, client.clientId);
  if (!client.first_party && !grants.covers(before, requested)) return undefined;
  const anew = client.first_party ? grants.joined(before, requested) : undefined;
  // Before the library's grant, which depends on it.
  if (!(await useApp(db, { ...account, clientId: client.clientId }, anew))) return undefined;

  const grantId = session.grantIdFor(client.clientId);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const existing = found?.accountId === session.accountId ? found : undefined;
  const grant = existing ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  const missing = indicators.map((indicator): [string, readonly string[]] => {
    const { url } = findResource(mcpResources, indicator) ?? {};
    const known = grant.getResourceScope(indicator).split(' ');
    const all = url === undefined ? scopes : (requested.resources[url] ?? []);
    return [indicator, all.filter((scope) => !known.includes(scope))];
  });
  const known = grant.getOIDCScope().split(' ');
  if (!existing || missing.some(([, some]) => some.length > 0) || scopes.some((scope) => !known.includes(scope))) {
    grant.addOIDCScope(scopes);
    for (const [indicator, some] of missing) if (some.length > 0) grant.addResourceScope(indicator, [...some]);
    await grant.save();
  }
  return grant;
}
