import { createHash, randomBytes } from 'node:crypto';
import { refuseUnknownMembers } from '../../../administration/read-body.ts';
import { InvalidMember } from '../../../api/errors.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Body } from '../../../http/json-body.ts';
import type { HttpRequest } from '../../../http/request.ts';
import type { TestParts } from '../../feature.ts';
import { findOpenIdClient, type OpenIdClient } from '../clients/client-table.ts';
import { OpenIdIsOff } from '../declared.ts';
import { failed, type Visitor, visitApp } from './visit-app.ts';

const MEMBERS = ['email', 'amr', 'access_token', 'url', 'client_id', 'client_secret', 'redirect_uri', 'scope'];

/**
 * Logs a person in at an app as a browser would. With `url`, the app's own authorization request: returns the address
 * at the app where the browser ends. With `client_id`: does what the app would do too, and returns its tokens.
 */
export async function logInAtApp(request: HttpRequest, parts: TestParts): Promise<object> {
  const { services } = parts;
  const body = await request.body();
  refuseUnknownMembers(body, MEMBERS);
  if (!services.features.openId) throw new ApiError(OpenIdIsOff);
  if (body.has('url')) {
    const begin = readUrl(body);
    return { callback_url: (await visitApp(await visitorFor(request, parts, body), begin)).href };
  }
  const client = await findOpenIdClient(services.db, body.text('client_id'));
  if (!client) throw new ApiError(InvalidMember, { field: 'client_id', rule: 'the id of an app, or send url' });
  return tokensFor(await visitorFor(request, parts, body), client, body);
}

async function visitorFor(request: HttpRequest, { services, url, logIn }: TestParts, body: Body): Promise<Visitor> {
  const accessToken = body.text('access_token') || (await logIn(request, body));
  return { service: url(), issuer: services.openId.issuer().replace(/\/$/, ''), accessToken };
}

function readUrl(body: Body): URL {
  const url = URL.parse(body.text('url'));
  if (!url) throw new ApiError(InvalidMember, { field: 'url', rule: 'the address to which the app sends the browser' });
  return url;
}

async function tokensFor(visitor: Visitor, client: OpenIdClient, body: Body): Promise<object> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = body.text('redirect_uri') || (client.redirectUris[0] ?? '');
  const common = { client_id: client.id, redirect_uri: redirectUri };
  const parameters = new URLSearchParams({
    ...common,
    response_type: 'code',
    scope: body.text('scope') || client.scopes.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const callback = await visitApp(visitor, new URL(`${visitor.issuer}/oidc/auth?${parameters}`));
  const { code, error, error_description: why } = Object.fromEntries(callback.searchParams);
  if (code === undefined) throw failed(`${error}: ${why}`);
  const secret = body.text('client_secret');
  const form = new URLSearchParams({
    ...common,
    ...(secret !== '' && { client_secret: secret }),
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
  });
  const response = await fetch(`${visitor.service}/oidc/token`, { method: 'POST', body: form });
  const tokens = (await response.json()) as Record<string, string>;
  if (!response.ok) throw failed(`${tokens.error}: ${tokens.error_description}`);
  return tokens;
}
