import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { GuardedFetch } from '../../src/deliveries/guarded-fetch.ts';

/**
 * Stand-ins for Microsoft, GitHub and Apple, written from their documentation. They refuse what it says that these
 * refuse; nobody has compared them with the real ones.
 */
export interface StandIns {
  readonly settings: Readonly<Record<string, string>>;
  readonly fetch: GuardedFetch;
  /** Who is logged in there, as the provider describes them; replaced by tests. */
  visitor: JWTPayload & { readonly emails?: readonly object[]; readonly user?: object };
  /** What the browser is sent back with, after the authorization request of this address. */
  logIn(url: string): { readonly redirectUri: string; readonly sent: URLSearchParams };
}

const CLIENT = { id: 'latchkey', secret: 'a-secret-of-the-client' };
const MICROSOFT = 'https://login.microsoftonline.com';
const APPLE = 'https://appleid.apple.com';
const GITHUB = 'https://github.com/login/oauth';
const TEAM = { id: 'A1B2C3D4E5', key: 'F6G7H8I9J0' };

interface Sent {
  readonly headers: Headers;
  readonly body: URLSearchParams;
}

export function createStandIns(): StandIns {
  const ofTeam = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' };
  const begun = new Map<string, URLSearchParams>();

  /** What was asked for when this code was issued; a code works once, for who has begun. */
  function redeem({ body }: Sent): URLSearchParams | undefined {
    const code = body.get('code') ?? '';
    const asked = begun.get(code);
    begun.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === body.get('redirect_uri');
    return isRight ? asked : undefined;
  }
  const hasSecret = ({ body }: Sent) =>
    body.get('client_id') === CLIENT.id && body.get('client_secret') === CLIENT.secret;

  async function idToken(issuer: string, asked: URLSearchParams): Promise<Response> {
    const { emails: _, user: __, ...claims } = standIns.visitor;
    const token = new SignJWT({ iss: issuer, nonce: asked.get('nonce'), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setAudience(CLIENT.id)
      .setIssuedAt()
      .setExpirationTime('5m');
    const tokens = { access_token: 'x', token_type: 'Bearer', expires_in: 300 };
    return Response.json({ ...tokens, id_token: await token.sign(keys.privateKey) });
  }

  const refused = (error: string) => Response.json({ error }, { status: 400 });
  /** https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors */
  const refusedByGitHub = (error: string) => Response.json({ error, error_description: 'No.' });
  const metadata = (issuer: string, authorization: string, token: string, keySet: string) =>
    Response.json({
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      jwks_uri: keySet,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    });

  /** https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret */
  async function isOfTeam(secret: string): Promise<boolean> {
    const expected = { issuer: TEAM.id, audience: APPLE, subject: CLIENT.id, algorithms: ['ES256'] };
    const { payload, protectedHeader } = await jwtVerify(secret, ofTeam.publicKey, expected);
    const { exp = 0, iat = 0 } = payload;
    return protectedHeader.kid === TEAM.key && exp > iat && exp - iat <= 15_777_000;
  }

  /** https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api */
  function ofGitHub({ headers }: Sent, body: unknown): Response {
    if (!headers.get('user-agent')) return Response.json({ message: 'Request forbidden' }, { status: 403 });
    if (headers.get('authorization') !== 'Bearer gho_x') return Response.json({}, { status: 401 });
    return Response.json(body);
  }

  const ROUTES: Readonly<Record<string, (sent: Sent) => Response | Promise<Response>>> = {
    ...Object.fromEntries(
      ['common', 'organizations', 'consumers'].flatMap((tenant) => {
        const issuer = tenant === 'consumers' ? '9188040d-6c67-4c5b-b112-36a304b66dad' : '{tenantid}';
        const at = `${MICROSOFT}/${tenant}`;
        const endpoints = [
          `${at}/oauth2/v2.0/authorize`,
          `${at}/oauth2/v2.0/token`,
          `${at}/discovery/v2.0/keys`,
        ] as const;
        return [
          [`${at}/v2.0/.well-known/openid-configuration`, () => metadata(`${MICROSOFT}/${issuer}/v2.0`, ...endpoints)],
          [endpoints[2], () => Response.json({ keys: [jwk] })],
          [
            endpoints[1],
            (sent: Sent) => {
              const asked = hasSecret(sent) ? redeem(sent) : undefined;
              return asked ? idToken(`${MICROSOFT}/${standIns.visitor.tid}/v2.0`, asked) : refused('invalid_grant');
            },
          ],
        ];
      }),
    ),
    [`${APPLE}/.well-known/openid-configuration`]: () =>
      metadata(APPLE, `${APPLE}/auth/authorize`, `${APPLE}/auth/token`, `${APPLE}/auth/keys`),
    [`${APPLE}/auth/keys`]: () => Response.json({ keys: [jwk] }),
    async [`${APPLE}/auth/token`](sent) {
      if (!(await isOfTeam(sent.body.get('client_secret') ?? ''))) return refused('invalid_client');
      const asked = redeem(sent);
      return asked ? idToken(APPLE, asked) : refused('invalid_grant');
    },
    [`${GITHUB}/access_token`](sent) {
      if (sent.headers.get('accept') !== 'application/json')
        return new Response('access_token=gho_x&scope=user%3Aemail');
      if (!hasSecret(sent)) return refusedByGitHub('incorrect_client_credentials');
      if (!redeem(sent)) return refusedByGitHub('bad_verification_code');
      return Response.json({ access_token: 'gho_x', scope: 'user:email', token_type: 'bearer' });
    },
    'https://api.github.com/user': (sent) => {
      const { id, name } = standIns.visitor;
      return ofGitHub(sent, { login: 'grace', id, name, email: null });
    },
    'https://api.github.com/user/emails': (sent) => ofGitHub(sent, standIns.visitor.emails),
  };

  const standIns: StandIns = {
    settings: {
      ...{ MICROSOFT_CLIENT_ID: CLIENT.id, MICROSOFT_CLIENT_SECRET: CLIENT.secret, MICROSOFT_TENANT: 'common' },
      ...{ GITHUB_CLIENT_ID: CLIENT.id, GITHUB_CLIENT_SECRET: CLIENT.secret },
      ...{ APPLE_CLIENT_ID: CLIENT.id, APPLE_TEAM_ID: TEAM.id, APPLE_KEY_ID: TEAM.key },
      APPLE_PRIVATE_KEY: ofTeam.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    visitor: {},
    async fetch(url, { headers, body } = {}) {
      const answer = ROUTES[url];
      assert.ok(answer, `no such address: ${url}`);
      return answer({ headers: new Headers(headers), body: new URLSearchParams(body) });
    },
    logIn(url) {
      const { origin, searchParams: asked } = new URL(url);
      const redirectUri = asked.get('redirect_uri') ?? '';
      const code = randomUUID();
      begun.set(code, asked);
      const sent = new URLSearchParams({ code, state: asked.get('state') ?? '' });
      if (origin === new URL(GITHUB).origin) sent.set('iss', GITHUB);
      if (origin === APPLE) {
        assert.equal(asked.get('response_mode'), 'form_post');
        const { user } = standIns.visitor;
        if (user) sent.set('user', JSON.stringify(user));
      }
      return { redirectUri, sent };
    },
  };
  return standIns;
}
