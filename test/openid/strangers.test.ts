import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { housekeepingStep } from '../../src/app/housekeeping.ts';
import { SERVED } from '../../src/features/openid/provider/paths.ts';
import { MAX_PER_NETWORK } from '../../src/features/openid/provider/record-table.ts';
import { MAX_PARAMETER_BYTES } from '../../src/features/openid/provider/stranger-records.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type HttpResponse, send } from '../support/http-request.ts';
import { type App, addOpenIdApp, Browser, OPENID, REDIRECT_URI } from '../support/openid.ts';
import { FRONTEND_URL, loggedIn, type Service, startService } from '../support/service.ts';

/** Every kind of row that somebody can leave who is nobody here: how large it is, and how long it stays. */
const BOUNDS: Readonly<Record<string, { readonly bytes: number; readonly seconds: number }>> = {
  Interaction: { bytes: MAX_PARAMETER_BYTES + 512, seconds: 1800 },
  // Stored as base64.
  PushedAuthorizationRequest: { bytes: (MAX_PARAMETER_BYTES * 4) / 3 + 512, seconds: 60 },
};
const SETTINGS = { ...OPENID, TRUST_PROXY: '127.0.0.1' };
const RETENTION = { auditKeptMs: 90 * 24 * 3_600_000, unverifiedKeptMs: 0 };
const CODE_CHALLENGE = createHash('sha256').update('x').digest('base64url');

const parametersOf = ({ id }: App, more: Record<string, string> = {}) =>
  new URLSearchParams({
    ...{ client_id: id, response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid' },
    ...{ code_challenge: CODE_CHALLENGE, code_challenge_method: 'S256' },
    ...more,
  });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
type Begin = (service: Service, parameters: URLSearchParams, address?: string) => Promise<HttpResponse>;
const from = (address: string) => ({ 'x-forwarded-for': address });
const begin: Begin = ({ url }, parameters, address = '192.0.2.1') =>
  send('GET', `${url}/oidc/auth?${parameters}`, { headers: from(address), body: undefined });
const push: Begin = ({ url }, parameters, address = '192.0.2.1') =>
  send('POST', `${url}/oidc/request`, { headers: { ...FORM, ...from(address) }, body: parameters.toString() });

interface Row {
  readonly kind: string;
  readonly payload: string;
  readonly seconds: number;
}
const rowsOf = async ({ db }: Service) => {
  const rows = await db.all<{ kind: string; payload: string; created: number; expires: number }>(
    'SELECT kind, payload, created_at AS created, expires_at AS expires FROM openid_records',
  );
  return rows.map(
    ({ kind, payload, created, expires }): Row => ({ kind, payload, seconds: (expires - created) / 1000 }),
  );
};
const assertBounded = (rows: readonly Row[], what: string) => {
  for (const { kind, payload, seconds } of rows) {
    const bound = BOUNDS[kind];
    assert.ok(bound, `${what} leaves a ${kind}`);
    const bytes = Buffer.byteLength(payload);
    assert.ok(bytes <= bound.bytes && seconds <= bound.seconds, `${what}: ${bytes} bytes of ${kind} for ${seconds} s`);
  }
};
const errorOf = async (response: HttpResponse) => {
  const location = response.headers.get('location');
  const text = await response.text();
  if (location === null) return JSON.parse(text).error;
  return new URL(location, FRONTEND_URL).searchParams.get('error') ?? undefined;
};

/** What makes more bytes of what is sent. */
const FILLINGS: Readonly<Record<string, (length: number) => Record<string, string>>> = {
  letters: (length) => ({ state: 'a'.repeat(length) }),
  quotes: (length) => ({ nonce: '"'.repeat(length) }),
  'control characters': (length) => ({ state: '\u0001'.repeat(length) }),
  'four bytes each': (length) => ({ login_hint: '😀'.repeat(length / 4) }),
  several: (length) => ({
    state: 's'.repeat(length / 2),
    ui_locales: 'l'.repeat(length / 4),
    nonce: 'n'.repeat(length / 4),
  }),
};

describeOnBothDatabases('what strangers leave', (kind) => {
  it('is bounded in size and age, whatever they send, and gone when it is too old', async (t) => {
    const service = await startService(t, kind, SETTINGS);
    const app = await addOpenIdApp(service);
    for (const [what, fill] of Object.entries(FILLINGS)) {
      for (const length of [400, 2500, MAX_PARAMETER_BYTES, 12_000, 40_000]) {
        const parameters = parametersOf(app, fill(length));
        // A longer address is refused by the server.
        const sent = parameters.toString().length;
        const ways = { ...(sent < 14_000 && { begin }), ...(sent < 64_000 && { push }) };
        for (const [way, ask] of Object.entries(ways)) {
          const before = (await rowsOf(service)).length;
          const error = await errorOf(await ask(service, parameters));
          const stored = (await rowsOf(service)).length - before;
          const isLarge = length >= MAX_PARAMETER_BYTES;
          if (isLarge || length === 400) assert.equal(error, isLarge ? 'invalid_request' : undefined, `${way} ${what}`);
          assert.equal(stored, error === undefined ? 1 : 0, `${way} ${what} ${length}`);
        }
      }
      assertBounded(await rowsOf(service), what);
    }
    await service.clock.advance(31 * 60_000);
    while (await housekeepingStep(service.db, RETENTION));
    assert.deepEqual(await rowsOf(service), []);
  });

  it('is of these kinds, at every path that is served', async (t) => {
    const service = await startService(t, kind, SETTINGS);
    const app = await addOpenIdApp(service);
    const parameters = parametersOf(app, { state: 's'.repeat(3000), grant_type: 'refresh_token', refresh_token: 'x' });
    parameters.append('post_logout_redirect_uri', 'https://shop.example.com/bye');
    for (const cookie of ['', '__Host-latchkey_openid=unknown; __Host-latchkey-login-unknown=1']) {
      for (const [path, methods] of Object.entries(SERVED)) {
        for (const method of methods) {
          const address = `${service.url}${path.replace(':uid', 'unknown')}`;
          const isForm = method === 'POST';
          const { status } = await send(method, isForm ? address : `${address}?${parameters}`, {
            headers: { ...(isForm && FORM), ...(cookie !== '' && { cookie }) },
            body: isForm ? parameters.toString() : undefined,
          });
          assert.ok(status < 500, `${method} ${path}: ${status}`);
          assertBounded(await rowsOf(service), `${method} ${path} ${cookie}`);
        }
      }
    }
  });

  it('is bounded for each network, 300 at once, and nobody else notices', async (t) => {
    const service = await startService(t, kind, SETTINGS);
    const session = await loggedIn(service);
    const [app, server] = [await addOpenIdApp(service), await addOpenIdApp(service, { confidential: true })];
    const elsewhere = new Browser(service);
    const waiting = await elsewhere.begin(app);
    const parameters = parametersOf(app);
    const flood = async (count: number, ask: Begin, address: (i: number) => string) => {
      const statuses = await Promise.all(
        Array.from({ length: count }, async (_, i) => (await ask(service, parameters, address(i))).status),
      );
      assert.deepEqual([...new Set(statuses)], [ask === begin ? 303 : 201]);
    };
    const count = async () => (await rowsOf(service)).length - 1;
    /** As many more as the newest is one. */
    const repeat = (times: number) =>
      service.db.batch(
        Array.from({ length: times }, (_, i) => ({
          sql: `INSERT INTO openid_records (id_hash, kind, payload, uid_hash, created_at, expires_at)
            SELECT id_hash || $1, kind, payload, uid_hash, created_at, expires_at FROM openid_records
            WHERE LENGTH(id_hash) = 43 ORDER BY created_at DESC LIMIT 1`,
          params: [`-${i}`],
        })),
      );
    await flood(1, begin, () => '192.0.2.1');
    await repeat(MAX_PER_NETWORK - 50);
    await flood(300, begin, () => '192.0.2.1');
    await flood(1, push, () => '192.0.2.1');
    const first = await count();
    assert.ok(first <= MAX_PER_NETWORK && first > MAX_PER_NETWORK - 200, String(first));
    // An IPv6 /64 is one network.
    await flood(1, push, () => '2001:db8:1:2::');
    await repeat(MAX_PER_NETWORK - 50);
    await flood(300, push, (i) => `2001:db8:1:2::${(i + 1).toString(16)}`);
    await flood(1, begin, () => '2001:db8:1:2:ffff::1');
    const second = (await count()) - first;
    assert.ok(second <= MAX_PER_NETWORK && second > MAX_PER_NETWORK - 200, String(second));

    // What began last goes on, and so does what began elsewhere.
    const own = new Browser(service);
    const headers = from('192.0.2.1');
    const begun = await own.get(`/oidc/auth?${parameters}`, headers);
    const uid = String(new URL(begun.headers.get('location') ?? '', FRONTEND_URL).searchParams.get('interaction'));
    for (const [browser, interaction] of [
      [own, uid],
      [elsewhere, waiting],
    ] as const) {
      const to = await browser.get(await browser.answer(interaction, session, {}));
      assert.match(String(to.headers.get('location')), /^https:\/\/shop\.example\.com\/callback\?code=/);
    }

    // A server with a secret pushes the requests of all its users.
    const body = parametersOf(server, { client_secret: String(server.secret) }).toString();
    await send('POST', `${service.url}/oidc/request`, { headers: { ...FORM, ...headers }, body });
    const uncounted = "SELECT kind FROM openid_records WHERE kind = 'PushedAuthorizationRequest' AND uid_hash IS NULL";
    assert.equal((await service.db.all(uncounted)).length, 1);
  });
});
