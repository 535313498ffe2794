import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import * as jose from 'jose';
import { LOGOUT_INTERVAL_MS } from '../../src/openid/backchannel-logout.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { addOpenIdApp, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { removeUser } from '../support/operator.ts';
import { FRONTEND_URL, loggedIn, type Session, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Where an app is told of logouts; it answers with what `status` says. */
async function startReceiver(t: Lifetime) {
  const received: string[] = [];
  const receiver = { status: 200, received, url: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(new URLSearchParams(body).get('logout_token') ?? '');
    response.writeHead(receiver.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUpAfter(t, () => {
    server.close();
    server.closeAllConnections();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`;
  return receiver;
}

describeOnBothDatabases('an app is told that a login is over', (kind) => {
  it('by a token that verifies, also when the account is gone, and again until it listens', async (t) => {
    const service = await startService(t, kind, OPENID);
    const [listening, deaf] = [await startReceiver(t), await startReceiver(t)];
    deaf.status = 500;
    const app = await addOpenIdApp(service, { backchannelLogoutUri: listening.url });
    const other = await addOpenIdApp(service, { backchannelLogoutUri: deaf.url });
    const { jwks_uri = '' } = (await discover(service, app)).serverMetadata();
    const keys = (await (await fetch(jwks_uri.replace(FRONTEND_URL, service.url))).json()) as jose.JSONWebKeySet;
    const waiting = async () => (await service.db.all('SELECT client_id FROM openid_logouts')).length;

    for (const [what, end] of Object.entries({
      logout: async ({ refreshToken: refresh_token }: Session) => {
        assert.equal((await service.request('POST', '/api/logout', { body: { refresh_token } })).status, 200);
      },
      deletion: async ({ id }: Session) => removeUser(service, id),
    })) {
      const session = await loggedIn(service);
      const browser = new Browser(service);
      const { sub } = (await tokensFor(await discover(service, app), browser, session)).claims() ?? {};
      await tokensFor(await discover(service, other), browser, session);
      const before = listening.received.length;
      await end(session);
      await service.clock.advance(LOGOUT_INTERVAL_MS);
      await until('the app that listens is told', () => listening.received.length > before);
      const { payload } = await jose.jwtVerify(String(listening.received.at(-1)), jose.createLocalJWKSet(keys), {
        typ: 'logout+jwt',
        issuer: FRONTEND_URL,
        audience: app.id,
      });
      assert.equal(payload.sub, sub, what);
      assert.deepEqual(payload.events, { 'http://schemas.openid.net/event/backchannel-logout': {} });
      assert.equal(payload.nonce, undefined);
    }

    await until('the other is tried', () => deaf.received.length >= 2);
    await until('and kept', async () => (await waiting()) === 2);
    deaf.status = 204;
    await service.clock.advance(15_000);
    await until('it is told once it listens', async () => (await waiting()) === 0);
    await service.clock.advance(60_000);
    assert.equal(listening.received.length, 2);
  });
});
