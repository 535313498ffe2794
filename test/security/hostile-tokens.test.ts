import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, type Service, SIGNING_SECRET, startService } from '../support/service.ts';

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const hmac = (input: string, secret: string | Buffer = SIGNING_SECRET, hash = 'sha256'): string =>
  createHmac(hash, secret).update(input).digest('base64url');

/** A token made by hand, so that nothing which a library would refuse to make is left out. */
function forge(header: unknown, payload: unknown, signature = (input: string) => hmac(input)): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${signature(input)}`;
}

const HEADER = { alg: 'HS256', typ: 'JWT' };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;
const signedBy = (key: KeyObject) => (input: string) =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The same signature, bit for bit, in another spelling: the last character has two bits to spare. */
const respelled = (token: string): string =>
  `${token.slice(0, -1)}${BASE64URL[BASE64URL.indexOf(token.at(-1) ?? '') + 1]}`;

interface Good {
  readonly claims: Record<string, unknown>;
  readonly token: string;
}

/** Every one of them would be believed by some verifier that was once in use. */
function corpus({ claims, token }: Good): Record<string, string> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const withHeader = (extra: object) => forge({ ...HEADER, ...extra }, claims);
  const withClaims = (changed: object) => forge(HEADER, { ...claims, ...changed });
  const { exp: _exp, ...withoutExp } = claims;
  const { sub: _sub, ...withoutSub } = claims;
  return {
    'no signature, alg none': forge({ alg: 'none', typ: 'JWT' }, claims, () => ''),
    'no signature, alg None': forge({ alg: 'None' }, claims, () => ''),
    'no signature, alg NONE': forge({ alg: 'NONE' }, claims, () => ''),
    'alg none with a right HMAC': forge({ alg: 'none' }, claims),
    'no signature under HS256': `${header}.${payload}.`,
    'no signature and no dot for it': `${header}.${payload}`,
    'no alg': forge({ typ: 'JWT' }, claims),
    'alg null': forge({ alg: null }, claims),
    'alg a list': forge({ alg: ['HS256'] }, claims),
    'alg in small letters': forge({ alg: 'hs256' }, claims),
    'alg with a blank': forge({ alg: 'HS256 ' }, claims),
    HS384: forge({ ...HEADER, alg: 'HS384' }, claims, (input) => hmac(input, SIGNING_SECRET, 'sha384')),
    HS512: forge({ ...HEADER, alg: 'HS512' }, claims, (input) => hmac(input, SIGNING_SECRET, 'sha512')),
    RS256: forge({ ...HEADER, alg: 'RS256' }, claims, signedBy(rsa.privateKey)),
    ES256: forge({ ...HEADER, alg: 'ES256' }, claims, signedBy(p256.privateKey)),
    'RS256 claimed, HMAC made': forge({ ...HEADER, alg: 'RS256' }, claims),
    'HMAC with a public key as the secret': forge(HEADER, claims, (input) => hmac(input, pem(rsa.publicKey))),
    'HMAC with an empty secret': forge(HEADER, claims, (input) => hmac(input, '')),
    'HMAC with a blank': forge(HEADER, claims, (input) => hmac(input, ' ')),
    'HMAC with another secret': forge(HEADER, claims, (input) => hmac(input, randomBytes(32))),
    'HMAC with the secret and a line end': forge(HEADER, claims, (input) => hmac(input, `${SIGNING_SECRET}\n`)),
    'crit with an unknown extension': withHeader({ crit: ['x'], x: 1 }),
    'crit empty': withHeader({ crit: [] }),
    'crit and b64': withHeader({ crit: ['b64'], b64: false }),
    'a key of its own (jwk)': withHeader({ jwk: { kty: 'oct', k: encode('x') } }),
    'a key set elsewhere (jku)': withHeader({ jku: 'http://127.0.0.1:1/jwks.json' }),
    'a certificate elsewhere (x5u)': withHeader({ x5u: 'http://127.0.0.1:1/cert' }),
    'a certificate inside (x5c)': withHeader({ x5c: ['MIIB'] }),
    'kid unknown': withHeader({ kid: 'other' }),
    'kid empty': withHeader({ kid: '' }),
    'kid a path': withHeader({ kid: '../../../../../../dev/null' }),
    'kid an injection': withHeader({ kid: "x' UNION SELECT 'a" }),
    'kid a prototype': withHeader({ kid: '__proto__' }),
    'kid a list': withHeader({ kid: ['a'] }),
    'kid null': withHeader({ kid: null }),
    'typ of another token': withHeader({ typ: 'dpop+jwt' }),
    'compressed (zip)': withHeader({ zip: 'DEF' }),
    'five parts, as encrypted tokens have':
      `${encode({ alg: 'dir', enc: 'A256GCM' })}..${encode('iv')}.` + `${payload}.${signature}`,
    'four parts': `${token}.${signature}`,
    truncated: token.slice(0, -4),
    'one character less': token.slice(0, -1),
    'signature respelled': respelled(token),
    'signature ending in a character of two bytes, right after a good one': `${token.slice(0, -1)}é`,
    'signature padded': `${token}=`,
    'header padded': `${header}=.${payload}.${signature}`,
    'a blank inside': `${header}. ${payload}.${signature}`,
    'a character more in the payload': `${header}.${payload}A.${signature}`,
    'claims changed after signing': `${header}.${encode({ ...claims, sub: '2' })}.${signature}`,
    'the header of another key': `${encode({ ...HEADER, x: 1 })}.${payload}.${signature}`,
    'payload no JSON': forge(HEADER, 'hello'),
    'payload a list': forge(HEADER, [claims]),
    'payload null': forge(HEADER, 'null'),
    'header no JSON': forge('hello', claims),
    'header a list': forge([HEADER], claims),
    'no exp': forge(HEADER, withoutExp),
    'exp text': withClaims({ exp: String(claims.exp) }),
    'exp null': withClaims({ exp: null }),
    'exp endless': forge(HEADER, JSON.stringify(claims).replace(String(claims.exp), '1e999')),
    'exp now': withClaims({ exp: Math.floor(Date.now() / 1000) }),
    'exp past': withClaims({ exp: 1 }),
    'nbf to come': withClaims({ nbf: Number(claims.exp) + 3600 }),
    'no sub': forge(HEADER, withoutSub),
    'sub a number': withClaims({ sub: 1 }),
    'sub 0': withClaims({ sub: '0' }),
    'sub 01': withClaims({ sub: '01' }),
    'sub -1': withClaims({ sub: '-1' }),
    'sub 1e3': withClaims({ sub: '1e3' }),
    'sub 1.0': withClaims({ sub: '1.0' }),
    'sub with a blank': withClaims({ sub: ' 1' }),
    'sub with a line end': withClaims({ sub: '1\n' }),
    'sub in other digits': withClaims({ sub: '١' }),
    'sub 2^63': withClaims({ sub: '9223372036854775808' }),
    'sub 2^53': withClaims({ sub: '9007199254740992' }),
    'sub an injection': withClaims({ sub: '1 OR 1=1' }),
    'sub a list': withClaims({ sub: ['1'] }),
    'longer than any of ours': forge(HEADER, { ...claims, pad: 'x'.repeat(5000) }),
  };
}

async function goodToken(service: Service): Promise<Good> {
  const { accessToken } = await loggedIn(service);
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  return { claims, token: accessToken };
}

describeOnBothDatabases('hostile tokens', (kind) => {
  it('are refused, all of them, and none is an error of ours', async (t) => {
    const service = await startService(t, kind);
    const good = await goodToken(service);
    assert.equal((await service.request('GET', '/api/me', { token: good.token })).status, 200);
    assert.equal((await service.request('GET', '/api/me', { token: forge(HEADER, good.claims) })).status, 200);

    for (const [name, token] of Object.entries(corpus(good))) {
      // What a good token leaves behind must help none of them.
      assert.equal((await service.request('GET', '/api/me', { token: good.token })).status, 200);
      const answer = await service.request('GET', '/api/me', { token });
      assert.deepEqual([answer.status, answer.message], [401, 'Invalid or expired token'], name);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/, name);
    }
  });

  it('of 10 MB are refused before anything is decoded, and the service goes on', async (t) => {
    const service = await startService(t, kind);
    const token = `${encode(HEADER)}.${'A'.repeat(10 * 1024 * 1024)}.${hmac('x')}`;
    const answer = await service.request('GET', '/api/me', { token }).catch((error: Error) => error);
    // Some clients see the answer, others only that the connection was closed while they were still writing.
    if (!(answer instanceof Error)) assert.equal(answer.status, 431);
    assert.equal((await service.request('GET', '/healthz')).status, 200);
  });

  it('with the issuer or audience of someone else are refused once ours are set', async (t) => {
    const service = await startService(t, kind, { TOKEN_ISSUER: 'https://ours.example', TOKEN_AUDIENCE: 'shop' });
    const { claims, token } = await goodToken(service);
    assert.deepEqual([claims.iss, claims.aud], ['https://ours.example', 'shop']);
    assert.equal((await service.request('GET', '/api/me', { token })).status, 200);
    const { iss: _iss, ...withoutIss } = claims;
    const { aud: _aud, ...withoutAud } = claims;
    const others = { withoutIss, withoutAud, iss: { ...claims, iss: 'latchkey' }, aud: { ...claims, aud: 'other' } };
    for (const [name, payload] of Object.entries(others)) {
      assert.equal((await service.request('GET', '/api/me', { token: forge(HEADER, payload) })).status, 401, name);
    }
  });

  it('with the issuer of someone else, or none, are good as long as nobody has named the one to believe', async (t) => {
    const service = await startService(t, kind);
    const { claims } = await goodToken(service);
    const { iss, ...withoutIss } = claims;
    assert.equal(iss, 'latchkey');
    for (const payload of [{ ...claims, iss: 'https://shop.example' }, withoutIss]) {
      assert.equal((await service.request('GET', '/api/me', { token: forge(HEADER, payload) })).status, 200);
    }
  });

  it('expire on the second, and one that a quicker clock made a moment early is good', async (t) => {
    const service = await startService(t, kind, { ACCESS_TOKEN_TTL: '60s' });
    const { claims, token } = await goodToken(service);
    const early = forge(HEADER, { ...claims, iat: Number(claims.iat) + 25 });
    assert.equal((await service.request('GET', '/api/me', { token: early })).status, 200);
    await service.clock.advance(Number(claims.exp) * 1000 - service.clock.nowMs() - 1500);
    assert.equal((await service.request('GET', '/api/me', { token })).status, 200);
    await service.clock.advance(Number(claims.exp) * 1000 - service.clock.nowMs());
    assert.equal((await service.request('GET', '/api/me', { token })).status, 401);
  });

  it('of one purpose open no other operation', async (t) => {
    const service = await startService(t, kind);
    const { claims } = await goodToken(service);
    const operations = [
      ['POST', '/api/verify', 'account_verification', 400],
      ['GET', '/api/me', 'auth', 401],
      ['PUT', '/api/me', 'auth', 401],
      ['POST', '/api/reset-password', 'password_reset', 400],
      ['POST', '/api/change-password', 'auth', 401],
    ] as const;
    const purposes = [
      ...['auth', 'account_verification', 'password_reset', 'Auth', 'auth ', '', 'admin', 'constructor', undefined],
      ...[null, 0, true, ['auth'], { auth: 'auth' }],
    ];
    for (const [method, path, right, refusal] of operations) {
      for (const purpose of purposes.filter((one) => one !== right)) {
        const token = forge(HEADER, { ...claims, purpose, ver: 1 });
        const { status, message, headers } = await service.request(method, path, {
          token,
          ...(method !== 'GET' && { body: {} }),
        });
        const name = `${JSON.stringify(purpose)} at ${method} ${path}`;
        assert.deepEqual([status, message], [refusal, 'Invalid token purpose'], name);
        // RFC 9110 wants a challenge with each 401, and has none for a 400.
        const challenge = headers.get('www-authenticate') ?? '';
        assert.match(challenge, refusal === 401 ? /^Bearer realm="latchkey", error="invalid_token"/ : /^$/, name);
      }
    }
  });
});
