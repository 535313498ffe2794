import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import { addOpenIdClient, CLIENT_DEFAULTS } from '../../src/features/openid/clients/change-clients.ts';
import type { ClientSettings } from '../../src/features/openid/clients/client-rules.ts';
import { type HttpResponse, send } from './http-request.ts';
import { FRONTEND_URL, type Service, type Session } from './service.ts';

export const OPENID = { OPENID: 'on' };
export const REDIRECT_URI = 'https://shop.example.com/callback';

export interface App {
  readonly id: string;
  /** Undefined for a public client. */
  readonly secret: string | undefined;
}

export interface AppOptions extends Partial<Omit<ClientSettings, 'scopes'>> {
  /** Names separated by spaces. */
  readonly scopes?: string;
}

/** By the rules that the command line and the administration go by. */
export async function addOpenIdApp({ db }: Service, options: AppOptions = {}): Promise<App> {
  const { scopes = 'openid profile email phone offline_access', ...given } = options;
  const settings = {
    ...CLIENT_DEFAULTS,
    ...{ name: 'Shop', confidential: false, firstParty: true, redirectUris: [REDIRECT_URI] },
    ...{ postLogoutRedirectUris: ['https://shop.example.com/bye'], scopes: scopes.split(' '), ...given },
  };
  const policy = { production: false, ownAudiences: [] };
  const { client: added, secret } = await addOpenIdClient(db, settings, policy, operatorLogin(), OPERATOR);
  return { id: added.id, secret: secret ?? undefined };
}

/** A browser as far as the provider needs one: it keeps cookies by path, and follows nothing by itself. */
export class Browser {
  readonly #service: Service;
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>();

  constructor(service: Service) {
    this.#service = service;
  }

  cookiesFor(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  }

  async get(address: string | URL, headers: Record<string, string> = {}): Promise<HttpResponse> {
    return this.#send('GET', address, headers);
  }

  async post(address: string | URL, form: Record<string, string>): Promise<HttpResponse> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send('POST', address, headers, new URLSearchParams(form).toString());
  }

  async #send(method: string, address: string | URL, headers: Record<string, string>, body?: string) {
    const { pathname, search } = new URL(address, FRONTEND_URL);
    const cookie = this.cookiesFor(pathname);
    const response = await send(method, `${this.#service.url}${pathname}${search}`, {
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers },
      body,
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = set.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      const isGone = value === '' || /expires=Thu, 01 Jan 1970|max-age=0/i.test(set);
      if (isGone) this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { value, path });
    }
    return response;
  }

  /** Comes from an app to the hosted pages; returns which login the app waits for. */
  async begin(app: App, more: Record<string, string> = {}): Promise<string> {
    const parameters = {
      client_id: app.id,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      ...more,
    };
    const challenge = {
      code_challenge: createHash('sha256').update('x').digest('base64url'),
      code_challenge_method: 'S256',
    };
    const response = await this.get(`/oidc/auth?${new URLSearchParams({ ...parameters, ...challenge })}`);
    assert.equal(response.status, 303, await response.text());
    return String(new URL(response.headers.get('location') ?? '', FRONTEND_URL).searchParams.get('interaction'));
  }

  /**
   * Follows redirects within the provider, answering what it asks as the session's owner; returns where it leads in the
   * end.
   */
  async authorize(address: string | URL, session: Session | undefined, decision = 'allow'): Promise<URL> {
    let next = new URL(address, FRONTEND_URL);
    for (let steps = 0; steps < 10; steps += 1) {
      const response = await this.get(next);
      const text = await response.text();
      assert.equal(response.status, 303, `${next.pathname}: ${response.status} ${text.slice(0, 300)}`);
      next = new URL(response.headers.get('location') ?? '', FRONTEND_URL);
      if (next.origin !== FRONTEND_URL) return next;
      const interaction = next.searchParams.get('interaction');
      if (interaction === null) continue;
      assert.ok(session, `somebody has to log in at ${next.pathname}`);
      const consents = next.pathname === '/connect' && (await this.#wants(interaction)) === 'consent';
      next = new URL(
        consents ? await this.consent(interaction, decision) : await this.answer(interaction, session, {}),
      );
    }
    throw new Error('it leads round in circles');
  }

  async #wants(interaction: string): Promise<string> {
    const path = `/api/openid/interactions/${interaction}` as const;
    const { data } = await this.#service.request('GET', path, { headers: { cookie: this.cookiesFor(path) } });
    return data.wants;
  }

  answer(interaction: string, { accessToken: token }: Session, body: object): Promise<string> {
    return this.#goOn(`/api/openid/interactions/${interaction}`, { token, body });
  }

  /** Whoever is logged in at the provider; no token of the hosted pages is needed. */
  consent(interaction: string, decision: string): Promise<string> {
    return this.#goOn(`/api/openid/interactions/${interaction}/consent`, { body: { decision } });
  }

  async #goOn(
    path: `/api/openid/interactions/${string}`,
    options: { readonly token?: string; readonly body: object },
  ): Promise<string> {
    const headers = { cookie: this.cookiesFor(path) };
    const { status, data, text } = await this.#service.request('POST', path, { ...options, headers });
    assert.equal(status, 200, text);
    return data.continue_at;
  }
}

/** openid-client, which knows the service by its issuer alone. */
export async function discover(
  service: Service,
  { id, secret }: App,
  authentication = secret === undefined ? client.None() : client.ClientSecretBasic(secret),
): Promise<client.Configuration> {
  const customFetch: client.CustomFetch = (url, { body, headers, method }) => {
    const { origin, pathname, search } = new URL(url);
    assert.equal(origin, FRONTEND_URL, `the client is led to ${url}`);
    return fetch(`${service.url}${pathname}${search}`, {
      method,
      headers,
      body: body as string | URLSearchParams | null,
      redirect: 'manual',
    });
  };
  const configuration = await client.discovery(new URL(FRONTEND_URL), id, undefined, authentication, {
    [client.customFetch]: customFetch,
  });
  configuration[client.customFetch] = customFetch;
  return configuration;
}

export interface Request {
  readonly url: URL;
  readonly checks: client.AuthorizationCodeGrantChecks;
}

export async function authorizationRequest(
  configuration: client.Configuration,
  parameters: Record<string, string> = {},
): Promise<Request> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...parameters,
  });
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
}

/** The whole way, from the app's address to its tokens. */
export async function tokensFor(
  configuration: client.Configuration,
  browser: Browser,
  session: Session | undefined,
  parameters: Record<string, string> = {},
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const { url, checks } = await authorizationRequest(configuration, parameters);
  const callback = await browser.authorize(url, session);
  return client.authorizationCodeGrant(configuration, callback, checks);
}
