import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import * as client from 'openid-client';
import { cleanUpAfter } from '../support/clean-up.ts';
import type { DatabaseKind } from '../support/databases.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { claimsOf, loggedIn, type Service, startService } from '../support/service.ts';

/** Instances on one database with one set of keys, each request to the next one, as a load balancer may send them. */
async function startInstances(t: TestContext, kind: DatabaseKind, SESSIONS: string, count: number): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const settings = { ...OPENID, SESSIONS, DATA_DIR: folder };
  const first = await startService(t, kind, settings);
  const instances = [first];
  const alike = { ...settings, SMTP_URL: first.smtp.url };
  while (instances.length < count) instances.push(await startService(t, kind, alike, first.database));
  let requests = 0;
  const next = (): Service => {
    requests += 1;
    return instances[requests % count] ?? first;
  };
  return {
    ...first,
    get url() {
      return next().url;
    },
    request: (...given) => next().request(...given),
  };
}

describe('two apps have one login and one logout', () => {
  for (const [kind, sessions, instances] of [
    ['sqlite', 'single', 1],
    ['sqlite', 'many', 1],
    ['postgres', 'single', 2],
    ['postgres', 'many', 2],
  ] as const) {
    it(`on ${instances} instance(s): ${kind}, SESSIONS=${sessions}`, async (t) => {
      const service = await startInstances(t, kind, sessions, instances);
      const [shop, forum] = [
        await discover(service, await addOpenIdApp(service)),
        await discover(service, await addOpenIdApp(service, { confidential: true, firstParty: false })),
      ];
      const session = await loggedIn(service);
      const browser = new Browser(service);
      const first = await tokensFor(shop, browser, session);
      const second = await tokensFor(forum, browser, session);
      assert.deepEqual([first.claims()?.email, second.claims()?.email], [session.email, session.email]);
      // Nobody types anything any more, in either.
      for (const app of [shop, forum]) await tokensFor(app, browser, undefined, { prompt: 'none' });
      const open = await service.db.all('SELECT id FROM refresh_tokens');
      assert.deepEqual(open, [{ id: claimsOf(session.accessToken).sid }]);

      const renewed = await client.refreshTokenGrant(forum, String(second.refresh_token));
      const { url, checks } = await authorizationRequest(shop);
      const callback = await browser.authorize(url, undefined);
      const exchanged = await Promise.allSettled(
        Array.from({ length: 6 }, () => client.authorizationCodeGrant(shop, callback, checks)),
      );
      assert.equal(exchanged.filter(({ status }) => status === 'fulfilled').length, 1, 'a code works once');

      const id_token_hint = String(first.id_token);
      await browser.get(client.buildEndSessionUrl(shop, { id_token_hint }));
      for (const app of [shop, forum]) {
        const silent = await authorizationRequest(app, { prompt: 'none' });
        const refused = await browser.authorize(silent.url, undefined);
        assert.equal(refused.searchParams.get('error'), 'login_required');
      }
      await assert.rejects(client.refreshTokenGrant(forum, String(renewed.refresh_token)), { error: 'invalid_grant' });
      assert.deepEqual(await service.db.all('SELECT id FROM refresh_tokens'), []);
    });
  }
});
