import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../support/databases.ts';
import { encode, forge, type Good, HEADER, hmac, hostileTokens } from '../support/hostile-tokens.ts';
import { loggedIn, type Service, startService } from '../support/service.ts';

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

    for (const [name, token] of Object.entries(hostileTokens(good))) {
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
    await service.clock.advance(Number(claims.exp) * 1000 - service.clock.nowMs() - 30_000);
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
