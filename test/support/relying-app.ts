import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import * as client from 'openid-client';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { type AppOptions, addOpenIdApp } from './openid.ts';
import type { Service } from './service.ts';

/** A server-rendered app at an address of its own, which knows people by the provider alone. */
export interface RelyingApp {
  readonly origin: string;
  /** Of the same server, by another name: people are led here when an answer has come by response_mode=form_post. */
  readonly otherOrigin: string;
  readonly clientId: string;
}

/**
 * `/` says who is logged in, having looked without asking anybody; `/login` and `/logout` lead to the provider,
 * `/refresh` says whether its refresh token works.
 */
export async function startRelyingApp(t: Lifetime, service: Service, options: AppOptions = {}): Promise<RelyingApp> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUpAfter(t, () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const otherOrigin = `http://127.0.0.1:${port}`;
  const app = await addOpenIdApp(service, {
    redirectUris: [`${origin}/callback`],
    postLogoutRedirectUris: [`${origin}/`],
    initiateLoginUri: `${origin}/begin`,
    confidential: true,
    ...options,
  });
  const configuration = await client.discovery(
    new URL(service.url),
    app.id,
    undefined,
    client.ClientSecretBasic(app.secret),
    { execute: [client.allowInsecureRequests] },
  );
  /** One visitor is enough. */
  let waiting: client.AuthorizationCodeGrantChecks = {};
  let idToken: string | undefined;
  let refreshToken: string | undefined;

  const authorize = async (response: ServerResponse, parameters: Record<string, string>) => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    waiting = { pkceCodeVerifier, expectedState: client.randomState() };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: `${origin}/callback`,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: String(waiting.expectedState),
      ...parameters,
    });
    redirect(response, url.href);
  };
  const refresh = async (): Promise<string> => {
    try {
      ({ refresh_token: refreshToken } = await client.refreshTokenGrant(configuration, String(refreshToken)));
      return 'the refresh token works';
    } catch (error) {
      return `refused: ${(error as client.ResponseBodyError).error}`;
    }
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', origin);
    if (url.pathname === '/favicon.ico') return show(response, '');
    if (url.pathname === '/login') return authorize(response, Object.fromEntries(url.searchParams));
    // The provider it knows, and no other (OpenID Connect Core, 4).
    if (url.pathname === '/begin' && url.searchParams.get('iss') === service.url) return authorize(response, {});
    if (url.pathname === '/silent') return authorize(response, { prompt: 'none' });
    if (url.pathname === '/logout') {
      const parameters = { id_token_hint: String(idToken), post_logout_redirect_uri: `${origin}/` };
      idToken = undefined;
      return redirect(response, client.buildEndSessionUrl(configuration, parameters).href);
    }
    if (url.pathname === '/refresh') return show(response, await refresh());
    if (url.pathname === '/posted') return show(response, `posted: ${url.searchParams.get('outcome')}`);
    if (url.pathname !== '/callback') return show(response, 'nobody is logged in');
    if (request.method === 'POST') url.search = await textOf(request);
    const outcome = await exchange(url);
    if (request.method === 'POST') redirect(response, `${otherOrigin}/posted?${new URLSearchParams({ outcome })}`);
    else show(response, outcome);
  };
  const exchange = async (url: URL): Promise<string> => {
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, waiting);
      idToken = tokens.id_token;
      refreshToken = tokens.refresh_token;
      return `the app knows ${tokens.claims()?.email}`;
    } catch (error) {
      return `refused: ${(error as client.AuthorizationResponseError).error}`;
    }
  };
  return { origin, otherOrigin, clientId: app.id };
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location });
  response.end();
}

function show(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>An app</title><link rel="icon" href="data:,"><main>${text}</main>`,
  );
}
