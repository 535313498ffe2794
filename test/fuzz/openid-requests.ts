import { SERVED } from '../../src/features/openid/provider/paths.ts';
import { FRONTEND_URL } from '../support/service.ts';
import { NASTY_STRINGS } from './nasty-values.ts';
import type { FuzzRequest } from './requests.ts';

/** What apps and their visitors hold that is right. */
export interface OpenIdIngredients {
  /** Good values of parameters, by their names. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Ids of logins on their way. */
  readonly interactions: readonly string[];
  readonly cookies: readonly string[];
  /** For the Authorization header. */
  readonly credentials: readonly string[];
  /** The only addresses that people may be sent to. */
  readonly addresses: readonly string[];
}

/** What a random generator is asked for, see createFuzzer. */
export interface Chances {
  readonly pick: <T>(from: readonly T[]) => T;
  readonly chance: (share: number) => boolean;
  readonly mutated: (text: string) => string;
}

const AUTHORIZATION = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'code_challenge', 'resource'],
  ...['code_challenge_method', 'prompt', 'max_age', 'acr_values', 'login_hint', 'ui_locales', 'response_mode'],
  ...['request_uri', 'request', 'claims', 'id_token_hint', 'display', 'registration', 'dpop_jkt'],
];
const TOKEN = [
  ...['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'],
  ...['resource', 'client_assertion', 'client_assertion_type', 'username', 'password', 'device_code'],
];
const OF_TOKEN = ['token', 'token_type_hint', 'client_id', 'client_secret'];
/** The parameters that each endpoint reads, and some that it must not. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/oidc/auth': AUTHORIZATION,
  '/oidc/auth/:uid': ['state'],
  '/oidc/request': [...AUTHORIZATION, 'client_secret'],
  '/oidc/token': TOKEN,
  '/oidc/token/introspection': OF_TOKEN,
  '/oidc/token/revocation': OF_TOKEN,
  '/oidc/userinfo': ['access_token', 'claims'],
  '/oidc/logout': ['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state', 'logout_hint', 'ui_locales'],
  '/oidc/logout/confirm': ['xsrf', 'logout'],
};
/** For the hosted pages, in JSON. */
const INTERACTIONS = ['/api/openid/interactions/:uid', '/api/openid/interactions/:uid/consent'];

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  response_type: ['code', 'code', 'token', 'code id_token', 'none'],
  code_challenge_method: ['S256', 'S256', 'plain'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  scope: ['openid', 'openid profile email offline_access', 'admin'],
  prompt: ['none', 'login', 'consent', 'none login', 'select_account', 'create'],
  max_age: ['0', '1', '-1', '1e9', '99999999999999999999'],
  acr_values: ['urn:latchkey:two-factors', 'x'],
  response_mode: ['query', 'fragment', 'form_post', 'web_message', 'jwt'],
  claims: ['{"userinfo":{"email":null}}', '{"id_token":{"sub":{"value":"1"}}}', '{', '[]', '{"id_token":[]}'],
  grant_type: ['authorization_code', 'refresh_token', 'password', 'client_credentials', 'urn:x'],
  token_type_hint: ['access_token', 'refresh_token', 'id_token'],
  client_assertion_type: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
  resource: ['https://api.example.com', 'urn:x', 'http://[', ''],
  logout: ['yes'],
};

const ROWS = Object.entries(SERVED).flatMap(([path, methods]) => methods.map((method) => ({ method, path })));

/** Requests to the endpoints of apps and of logins on their way. */
export function createOpenIdFuzzer(given: OpenIdIngredients, { pick, chance, mutated }: Chances): () => FuzzRequest {
  const nasty = () => pick(NASTY_STRINGS).toWellFormed().slice(0, 1500);
  function value(name: string): string {
    const good = given.parameters[name] ?? KNOWN[name];
    if (good && chance(0.85)) return chance(0.9) ? pick(good) : mutated(pick(good)).toWellFormed().slice(0, 1500);
    return chance(0.5) ? nasty() : pick(Object.values(given.parameters).flat());
  }
  function parametersOf(path: string): string {
    const names = (PARAMETERS[path] ?? []).filter(() => chance(0.6));
    const pairs = names.map((name): [string, string] => [name, value(name)]);
    // The same parameter twice, or one that nobody knows.
    if (chance(0.05) && pairs[0]) pairs.push(pairs[0]);
    if (chance(0.05)) pairs.push([nasty(), nasty()]);
    return new URLSearchParams(pairs).toString();
  }
  const cookie = () => (chance(0.7) ? { cookie: pick(given.cookies) } : {});
  const authorization = () => (chance(0.5) ? { authorization: pick(given.credentials) } : {});
  const filled = (path: string) =>
    path.replace(':uid', () => (chance(0.8) ? pick(given.interactions) : encodeURIComponent(nasty()) || '%00'));

  function ofPages(): FuzzRequest {
    const body = JSON.stringify({ decision: pick(['allow', 'deny', nasty()]), keep: pick([true, 'x', null]) });
    const method = pick(['GET', 'POST']);
    const headers = { ...cookie(), ...authorization() };
    return { method, path: filled(pick(INTERACTIONS)), headers, ...(method === 'POST' && { body }) };
  }

  return () => {
    if (chance(0.15)) return ofPages();
    const { method, path } = pick(ROWS);
    const parameters = parametersOf(path);
    const headers = { accept: pick(['text/html', 'application/json', '*/*']), ...cookie(), ...authorization() };
    const origin = chance(0.1) ? { origin: pick(['https://shop.example.com', 'https://evil.example', 'null']) } : {};
    if (method !== 'POST') {
      const query = parameters === '' ? '' : `?${parameters}`;
      return { method, path: (filled(path) + query).slice(0, 6000), headers: { ...headers, ...origin } };
    }
    const type = chance(0.9) ? 'application/x-www-form-urlencoded' : pick(['application/json', 'text/plain', 'x']);
    const body = chance(0.95) ? parameters : mutated(parameters);
    return { method, path, headers: { ...headers, ...origin, 'content-type': type }, body };
  };
}

export const isOpenIdPath = (path: string): boolean => /^\/(oidc\/|\.well-known\/(openid-c|oauth-a))/.test(path);
const FOR_PEOPLE = /^\/oidc\/(auth|logout)/;

/** Undefined: an answer of ours, which says nothing of the library or of where it runs. */
export function problemWithOpenId(
  path: string,
  {
    status,
    headers,
    text,
  }: { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string },
  addresses: readonly string[],
): string | undefined {
  if (/node_modules|oidc-provider|koa|\n {4}at /i.test(text)) return 'tells how it is made';
  if (status >= 300 && status < 400) {
    const location = String(headers.location);
    const isOurs = location.startsWith('/') ? !/^\/[/\\]/.test(location) : location.startsWith(`${FRONTEND_URL}/`);
    return isOurs || addresses.some((address) => location.startsWith(address)) ? undefined : `leads to ${location}`;
  }
  const type = String(headers['content-type'] ?? '');
  const posted = /<form method="post" action="([^"]*)"/.exec(text)?.[1];
  // response_mode=form_post: a page of the library that sends the answer to the app.
  if (posted !== undefined)
    return addresses.some((address) => `${posted}?`.startsWith(address)) ? undefined : `posts to ${posted}`;
  if (FOR_PEOPLE.test(path) && type.startsWith('text/html'))
    return text.includes('name="latchkey-') ? undefined : 'a page that is not ours';
  if (text === '') return undefined;
  try {
    const answer = JSON.parse(text) as { error?: unknown; status?: unknown };
    if (status < 400) return undefined;
    return typeof answer.error === 'string' || answer.status === 'error' ? undefined : 'an error without a name';
  } catch {
    return 'no JSON';
  }
}
