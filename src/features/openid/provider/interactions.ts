import type { AdapterPayload } from 'oidc-provider';
import { OPENID_SCOPES, wantedScopes } from '../../../core/openid-scopes.ts';
import type { Reads } from '../../../store/engine/database.ts';
import type { ResourceScopes } from '../apps/grant-table.ts';
import type { OpenIdClient } from '../clients/client-table.ts';
import type { OpenId } from '../services.ts';
import { wantsTwoFactors } from './acr.ts';
import { recordId, secretIn } from './cookies.ts';
import { findStoredClient } from './find-client.ts';
import { wantedResources } from './mcp-resources.ts';
import * as records from './record-table.ts';
import { fromStored } from './stored-payload.ts';

/** A login or a consent that an app is waiting for. */
export interface Interaction {
  /** The id of its record. */
  readonly id: string;
  readonly client: OpenIdClient;
  readonly prompt: 'login' | 'consent';
  readonly scopes: readonly string[];
  /** The MCP servers that the app wants to use. */
  readonly resources: ResourceScopes;
  readonly redirectUri: string;
  /** The account that consents (`account-id.ts`). */
  readonly accountId: string | undefined;
  readonly begunAtMs: number;
  /** The login must be newer than `begunAtMs` (`prompt=login`). */
  readonly wantsNewLogin: boolean;
  /** The maximum age of the login, unless it is newer than `begunAtMs`. */
  readonly maxAgeMs: number | undefined;
  readonly wantsTwoFactors: boolean;
  /** The previous answer was not the login that the app wants, for instance one of another account. */
  readonly wasAnswered: boolean;
  /** The address at which the browser continues. */
  readonly returnTo: string;
  readonly payload: AdapterPayload;
}

/** Undefined if there is none, it has expired, or another browser began it. */
export async function findInteraction(
  db: Reads,
  openId: Pick<OpenId, 'issuer' | 'isSecure' | 'mcpResources'>,
  uid: string,
  cookies: string | undefined,
): Promise<Interaction | undefined> {
  const secret = secretIn(cookies, uid, openId.isSecure());
  if (secret === undefined) return undefined;
  const id = recordId(uid, secret);
  const found = await records.find(db, 'Interaction', id);
  if (!found) return undefined;
  const payload = fromStored(found, { id: uid, kind: 'Interaction', issuer: openId.issuer() });
  const { params = {}, prompt, session } = payload;
  const client = await findStoredClient(db, openId.mcpResources, String(params.client_id));
  if (!client || !prompt) return undefined;
  const requested = String(params.scope ?? '').split(' ');
  return {
    id,
    client,
    prompt: prompt.name === 'login' ? 'login' : 'consent',
    scopes: wantedScopes(
      OPENID_SCOPES.filter((scope) => requested.includes(scope)),
      client.scopes.join(' '),
    ),
    resources: wantedResources(openId.mcpResources, params.resource, requested),
    redirectUri: String(params.redirect_uri),
    accountId: session?.accountId,
    begunAtMs: found.createdAtMs,
    wantsNewLogin: prompt.reasons.includes('login_prompt'),
    maxAgeMs: params.max_age === undefined ? undefined : Number(params.max_age) * 1000,
    wantsTwoFactors: wantsTwoFactors(params.acr_values as string | undefined),
    wasAnswered: payload.lastSubmission?.login !== undefined,
    returnTo: String(payload.returnTo),
    payload,
  };
}
