import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import * as jose from 'jose';
import { POLL_EVERY_MS } from '../../src/deliveries/delivery-worker.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { addOpenIdApp, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { deleteUser } from '../support/operator.ts';
import { FRONTEND_URL, loggedIn, logIn, type Session, startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;

/** Where an app is told of logouts; it answers with what `status` says, or not at all. */
async function startReceiver(t: Lifetime) {
  const received: string[] = [];
  const receiver: { status: number | undefined; received: string[]; url: string } = { status: 200, received, url: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(new URLSearchParams(body).get('logout_token') ?? '');
    if (receiver.status !== undefined) response.writeHead(receiver.status).end();
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
    const waiting = async () => (await service.db.all('SELECT receiver FROM deliveries')).length;

    for (const [what, end] of Object.entries({
      logout: async ({ refreshToken: refresh_token }: Session) => {
        assert.equal((await service.request('POST', '/api/logout', { body: { refresh_token } })).status, 200);
      },
      deletion: (session: Session) => deleteUser(service, session),
    })) {
      const session = await loggedIn(service);
      const browser = new Browser(service);
      const claims = (await tokensFor(await discover(service, app), browser, session)).claims();
      await tokensFor(await discover(service, other), browser, session);
      const before = listening.received.length;
      await end(session);
      await service.clock.advance(POLL_EVERY_MS);
      await until('the app that listens is told', () => listening.received.length > before);
      const { payload } = await jose.jwtVerify(String(listening.received.at(-1)), jose.createLocalJWKSet(keys), {
        typ: 'logout+jwt',
        issuer: FRONTEND_URL,
        audience: app.id,
      });
      assert.ok(claims?.sid);
      assert.deepEqual([payload.sub, payload.sid], [claims.sub, claims.sid], what);
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

  it('by the session alone where the account is gone, and with it the subject that only this app knew', async (t) => {
    const service = await startService(t, kind, OPENID);
    const receiver = await startReceiver(t);
    const app = await addOpenIdApp(service, { backchannelLogoutUri: receiver.url, pairwise: true });
    const session = await loggedIn(service);
    const tokens = await tokensFor(await discover(service, app), new Browser(service), session);
    await deleteUser(service, session);
    await service.clock.advance(POLL_EVERY_MS);
    await until('the app is told', () => receiver.received.length === 1);
    const payload = jose.decodeJwt(String(receiver.received[0]));
    assert.deepEqual([payload.sid, payload.sub], [tokens.claims()?.sid, undefined]);
  });

  it('one login after the other, while one that does not answer holds up nobody else', async (t) => {
    const service = await startService(t, kind, { ...OPENID, SESSIONS: 'many' });
    const [listening, hanging] = [await startReceiver(t), await startReceiver(t)];
    hanging.status = undefined;
    const app = await addOpenIdApp(service, { backchannelLogoutUri: listening.url });
    const other = await addOpenIdApp(service, { backchannelLogoutUri: hanging.url });
    const sids: unknown[] = [];
    const account = await verified(service);
    for (let device = 0; device < 3; device += 1) {
      const { data } = await logIn(service, account);
      const session = { ...account, accessToken: data.access_token, refreshToken: data.refresh_token };
      const browser = new Browser(service);
      await tokensFor(await discover(service, other), browser, session);
      sids.push((await tokensFor(await discover(service, app), browser, session)).claims()?.sid);
    }
    await deleteUser(service, account);
    await service.clock.advance(POLL_EVERY_MS);
    await until('all logins of the app that answers are over', () => listening.received.length === 3);
    assert.deepEqual(new Set(listening.received.map((token) => jose.decodeJwt(token).sid)), new Set(sids));
    assert.equal(hanging.received.length, 1);
  });

  it('no more a day after each logout, all that are overdue together, however many wait', async (t) => {
    const service = await startService(t, kind, { ...OPENID, SESSIONS: 'many' });
    const dead = await startReceiver(t);
    dead.status = 503;
    const app = await addOpenIdApp(service, { backchannelLogoutUri: dead.url });
    const account = await verified(service);
    const waiting = async () => (await service.db.all('SELECT receiver FROM deliveries')).length;
    const logOutOfSome = async (count: number) => {
      const before = await waiting();
      for (let times = 0; times < count; times += 1) {
        const { data } = await logIn(service, account);
        const session = { ...account, accessToken: data.access_token, refreshToken: data.refresh_token };
        await tokensFor(await discover(service, app), new Browser(service), session);
        await service.request('POST', '/api/logout', { body: { refresh_token: session.refreshToken } });
      }
      assert.equal(await waiting(), before + count);
      await seen();
    };
    const seen = async () => {
      await service.clock.advance(POLL_EVERY_MS);
      const unseen = 'SELECT id FROM deliveries WHERE first_tried_at IS NULL OR leased_until IS NOT NULL';
      await until('all are looked at', async () => (await service.db.all(unseen)).length === 0);
    };
    const pass = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        await service.clock.advance(HOUR_MS);
        await seen();
      }
    };
    await logOutOfSome(10);
    await pass(12);
    // They are not among those that wait already, and have a day of their own.
    await logOutOfSome(3);
    await pass(11);
    assert.equal(await waiting(), 13);
    await pass(1);
    await service.clock.advance(60_000);
    await until('those of the first hour are given up', async () => (await waiting()) === 3);
    const givenUp = service.logLines.map((line) => /"count":(\d+),"msg":"delivery given up"/.exec(line)?.[1] ?? 0);
    const counts = givenUp.map(Number).filter((count) => count > 0);
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      10,
    );
    assert.ok(counts.length <= 2, 'at once, but for one that may be on its way just then');
    await pass(11);
    assert.equal(await waiting(), 3);
    await pass(1);
    await service.clock.advance(60_000);
    await until('and the others half a day later', async () => (await waiting()) === 0);
  });
});
