import assert from 'node:assert/strict';
import { it } from 'node:test';
import bowser from 'bowser';
import { readConfig } from '../../../src/config/config.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { sharedService } from '../../support/scenarios.ts';
import { type Service, startService, verified } from '../../support/service.ts';

const firefox = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const CHROME =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile ' +
  'Safari/537.36';

/**
 * Logs in from each place in turn; the e-mails about it, by their subject and what they tell of the device and the
 * network.
 */
async function noticesAfter(service: Service, places: readonly (readonly [userAgent: string, address: string])[]) {
  const { email, password } = await verified(service);
  const notices: string[][] = [];
  let before = (await service.emailsTo(email)).length;
  for (const [userAgent, address] of places) {
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': address, 'accept-language': 'en' };
    const { status } = await service.request('POST', '/api/login', { body: { email, password }, headers });
    assert.equal(status, 200);
    const all = await service.emailsTo(email);
    notices.push(
      all
        .slice(before)
        .map(({ subject, text }) =>
          [subject, /^Device: (.*)$/m.exec(text)?.[1], /^Network: (.*)$/m.exec(text)?.[1]].join(' / '),
        ),
    );
    before = all.length;
  }
  return notices;
}

describeOnBothDatabases('a login from a new device', (kind) => {
  const service = sharedService(kind, { NOTIFY_NEW_DEVICE: 'on', SESSIONS: 'many', TRUST_PROXY: '127.0.0.1' });
  const news = (device: string, network: string) => [`New login to your Latchkey account / ${device} / ${network}`];

  it('is news to the owner unless it is the first, once for each browser, system and network', async () => {
    const places = [
      { from: [firefox(140), '203.0.113.5'], notices: [] },
      { from: [firefox(140), '203.0.113.5'], notices: [] },
      // An update of the browser, and another address of the same provider.
      { from: [firefox(145), '203.0.113.99'], notices: [] },
      { from: [CHROME, '203.0.113.5'], notices: news('Chrome, Android', '203.0.113.x') },
      { from: [firefox(145), '198.51.100.7'], notices: news('Firefox, Windows', '198.51.100.x') },
      { from: [firefox(145), '198.51.100.7'], notices: [] },
      { from: [CHROME, '203.0.113.6'], notices: [] },
      { from: ['<a href=x>/1 y', '203.0.113.6'], notices: news('', '203.0.113.x') },
    ] as const;
    assert.deepEqual(
      await noticesAfter(
        service(),
        places.map(({ from }) => from),
      ),
      places.map(({ notices }) => notices),
    );
  });

  it('has each user agent parsed once, and those of other networks never', async (t) => {
    const { id, email, password } = await verified(service());
    const logins = [
      ...Array.from({ length: 150 }, () => [firefox(140), '203.0.113.7'] as const),
      ...Array.from({ length: 20 }, (_, at) => [firefox(100 + at), '198.51.100.7'] as const),
    ];
    await service().db.batch(
      logins.map(([userAgent, address]) => ({
        sql: `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
          VALUES (now(), 'logged_in', $1, $2, $3)`,
        params: [id, address, userAgent],
      })),
    );
    const parse = t.mock.method(bowser, 'parse');
    const from = async (userAgent: string) => {
      parse.mock.resetCalls();
      const headers = { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.5' };
      const { status } = await service().request('POST', '/api/login', { body: { email, password }, headers });
      assert.equal(status, 200);
      return parse.mock.calls.map(({ arguments: [parsed] }) => parsed);
    };
    assert.deepEqual(await from(firefox(140)), [], 'the same user agent');
    assert.deepEqual(await from(firefox(145)), [firefox(145), firefox(140)], 'the same browser');
    assert.deepEqual((await from(CHROME)).slice(0, 3), [CHROME, firefox(145), firefox(140)], 'another browser');
  });

  it('is no news by default; in the hardened profile it is', async (t) => {
    const places = [
      [firefox(140), '203.0.113.5'],
      [CHROME, '198.51.100.7'],
    ] as const;
    assert.deepEqual(await noticesAfter(await startService(t, kind, { TRUST_PROXY: '127.0.0.1' }), places), [[], []]);
    assert.equal(readConfig({ PROFILE: 'hardened' }, 1).notifyNewDevice, true);
  });
});
