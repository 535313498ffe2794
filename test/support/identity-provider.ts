import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JWTPayload } from 'jose';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

/** Who logs in at the provider: claims of the ID token. */
export type Person = JWTPayload & { readonly sub: string };

/** An answer as it is written here. `to`: where it redirects, below the issuer or elsewhere. */
export interface Reply {
  readonly status: number;
  readonly json?: object;
  readonly html?: string;
  readonly challenge?: string;
  readonly to?: string;
}

/** How the client is registered at a provider that checks its secret. */
export interface Registration {
  readonly method: 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt';
  /** Takes the credentials of Basic as they come. */
  readonly isLiteral?: boolean;
  /** With which it refuses another secret or method. */
  readonly refusal?: Reply;
}

/** How the provider lies; each member takes the place of something honest. */
export interface Lies {
  readonly claims?: (honest: JWTPayload) => JWTPayload;
  readonly algorithm?: 'none' | 'HS256' | 'another key';
  readonly metadata?: (honest: Record<string, unknown>) => Record<string, unknown>;
  /** In the address to which the browser is sent back. */
  readonly callback?: Record<string, string>;
  /** How this path answers. `twice`: honestly, and then for somebody else. */
  readonly answers?: 'never' | 'endlessly' | 'drop by drop' | 'with 500' | 'elsewhere' | 'twice' | Reply;
  readonly at?: string;
  /** Undefined: it does not look at the client's secret. */
  readonly registered?: Registration;
  /** Takes a code again. */
  readonly takesTwice?: boolean;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  lies: Lies;
  /** Who is logged in there in every browser; null: they change their mind. */
  visitor: Person | null;
  /** Requests that it has had, by path. */
  readonly asked: string[];
  /** What the browser of this person is sent back with. */
  logIn(url: string, who: Person): string;
}

const CLIENT = { id: 'latchkey-client', secret: 'a-secret-of-the-client' };

/** A provider that says what a test wants, honest or not. */
export async function startIdentityProvider(
  t: Lifetime,
  name = 'Corp',
  secret = CLIENT.secret,
): Promise<IdentityProvider> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const codes = new Map<string, { who: Person; nonce: string | null; challenge: string | null }>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  server.unref();
  cleanUpAfter(t, () => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: IdentityProvider = {
    issuer,
    settings: { OPENID_PROVIDERS: `${name} ${issuer} ${CLIENT.id} ${secret} corp.example` },
    lies: {},
    visitor: null,
    asked: [],
    logIn(url, who) {
      const { origin, pathname, searchParams: asked } = new URL(url);
      assert.equal(origin + pathname, `${issuer}/auth`);
      assert.equal(asked.get('client_id'), CLIENT.id);
      const redirectUri = asked.get('redirect_uri') ?? '';
      assert.match(redirectUri, /\/login\/callback\/[a-z]+$/);
      const code = randomUUID();
      codes.set(code, { who, nonce: asked.get('nonce'), challenge: asked.get('code_challenge') });
      const sent = { code, state: asked.get('state') ?? '', iss: issuer, ...provider.lies.callback };
      return `${redirectUri}?${new URLSearchParams(sent)}`;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    provider.asked.push(path);
    const { lies } = provider;
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (lies.answers !== undefined && path === (lies.at ?? '/token')) {
      if (lies.answers === 'never') return;
      if (typeof lies.answers === 'object') return reply(response, lies.answers);
      if (lies.answers === 'with 500') return void json({}, 500);
      if (lies.answers === 'elsewhere') return void response.writeHead(307, { location: '/elsewhere' }).end();
      if (lies.answers === 'twice') {
        const { socket } = response;
        const id = await sign({ iss: issuer, aud: CLIENT.id, sub: 'somebody-else' }, undefined);
        const body = JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: id });
        const again = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
        response.once('finish', () => socket?.write(again));
      } else {
        const [size, everyMs] = lies.answers === 'endlessly' ? [65_536, 1] : [1, 200];
        response.writeHead(200, { 'content-type': 'application/json' });
        const rest = setInterval(() => response.write(' '.repeat(size)), everyMs);
        return void response.on('close', () => clearInterval(rest));
      }
    }
    if (/^\/\.well-known\/openid-configuration\/?$/.test(path)) {
      const honest = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
      };
      return void json(lies.metadata?.(honest) ?? honest);
    }
    if (path.startsWith('/auth?')) {
      const asked = new URL(path, issuer);
      const cancelled = { error: 'access_denied', state: asked.searchParams.get('state') ?? '', iss: issuer };
      const location = provider.visitor
        ? provider.logIn(asked.href, provider.visitor)
        : `${asked.searchParams.get('redirect_uri')}?${new URLSearchParams(cancelled)}`;
      return void response.writeHead(303, { location }).end();
    }
    if (path === '/userinfo') return void json({ sub: 'nobody' });
    if (path === '/jwks') {
      return void json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'one' }] });
    }
    if (path === '/token') {
      const sent = new URLSearchParams(await text(request));
      const { registered } = lies;
      if (registered && !isClient(registered, request, sent))
        return reply(response, registered.refusal ?? { status: 401, json: { error: 'invalid_client' } });
      const code = sent.get('code') ?? '';
      const known = codes.get(code);
      const proof = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url');
      if (!known || proof !== known.challenge) return void json({ error: 'invalid_grant' }, 400);
      if (!lies.takesTwice) codes.delete(code);
      const seconds = Math.floor(Date.now() / 1000);
      const honest = {
        ...{ iss: issuer, aud: CLIENT.id, iat: seconds, exp: seconds + 300, nonce: known.nonce },
        ...known.who,
      };
      const claims = lies.claims?.(honest) ?? honest;
      return void json({ access_token: 'x', token_type: 'Bearer', id_token: await sign(claims, lies.algorithm) });
    }
    json({}, 404);
  }

  /** Sends what a test wants, to the address where the redirect leads, too. */
  function reply(response: ServerResponse, { status, json, html = '', challenge, to }: Reply): void {
    const headers = {
      'content-type': json ? 'application/json' : 'text/html; charset=utf-8',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
      ...(to !== undefined && { location: to }),
    };
    response.writeHead(status, headers).end(json ? JSON.stringify(json) : html);
  }

  function isClient({ method, isLiteral }: Registration, { headers }: IncomingMessage, sent: URLSearchParams): boolean {
    const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
    const assertion = sent.get('client_assertion');
    if (method === 'client_secret_jwt') return assertion !== null && isSigned(assertion, secret);
    if (method === 'client_secret_post')
      return basic === undefined && sent.get('client_id') === CLIENT.id && sent.get('client_secret') === secret;
    if (basic === undefined || sent.has('client_secret')) return false;
    const [id = '', password = ''] = Buffer.from(basic, 'base64').toString().split(/:(.*)/s);
    const decoded = (part: string) => (isLiteral ? part : (new URLSearchParams(`part=${part}`).get('part') ?? ''));
    return decoded(id) === CLIENT.id && decoded(password) === secret;
  }

  async function sign(claims: JWTPayload, algorithm: Lies['algorithm']): Promise<string> {
    const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
    if (algorithm === 'none') return `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
    if (algorithm === 'HS256') {
      const signed = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
      return `${signed}.${createHmac('sha256', CLIENT.secret).update(signed).digest('base64url')}`;
    }
    const { privateKey } = algorithm === 'another key' ? otherKeys : keys;
    const { SignJWT } = await import('jose');
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
  }

  return provider;
}

function isSigned(token: string, secret: string): boolean {
  const [, signed = '', signature] = /^(.+)\.([^.]+)$/.exec(token) ?? [];
  return createHmac('sha256', secret).update(signed).digest('base64url') === signature;
}

/** One that is there for every test of this process. */
export const SHARED_PROVIDER = await startIdentityProvider({ after: () => {} });
