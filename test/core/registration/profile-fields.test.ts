import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fetchUserInfo } from 'openid-client';
import { pino } from 'pino';
import type { Presence } from '../../../src/config/field-presence.ts';
import { ACCOUNT_SOURCES } from '../../../src/core/registration/create-account.ts';
import { startTestServer, testConfig } from '../../../src/test-server/test-server.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { createClient } from '../../support/client.ts';
import { runCommand } from '../../support/command.ts';
import { describeOnBothDatabases, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { person, sharedTicket } from '../../support/identities.ts';
import { SHARED_PROVIDER } from '../../support/identity-provider.ts';
import { addOpenIdApp, Browser, discover, OPENID, tokensFor } from '../../support/openid.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, registration, type Service, type Session, startService } from '../../support/service.ts';

const FIELDS = ['phone_number', 'industry'] as const;
type Given = Readonly<Partial<Record<string, string>>>;
type Outcome = 'refused' | 'stored' | 'missing';

/** What becomes of a field that is given, or left out. */
const EXPECTED: Readonly<Record<Presence, Readonly<Record<'given' | 'left out', Outcome>>>> = {
  required: { given: 'stored', 'left out': 'refused' },
  optional: { given: 'stored', 'left out': 'missing' },
  off: { given: 'missing', 'left out': 'missing' },
};
/** Operations of the administration refuse members that they do not have. */
const STRICT = { off: { given: 'refused' } } as const;
/** An imported account may lack what is required, and the test server makes it up. */
const SPECIAL: Readonly<Record<string, Partial<Record<Presence, Partial<Record<'given' | 'left out', Outcome>>>>>> = {
  invitation: STRICT,
  confirmed: STRICT,
  import: { required: { 'left out': 'missing' } },
  testServer: { required: { 'left out': 'stored' } },
};

const without = (given: Given, fields: readonly string[]): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !fields.includes(name)));

for (const presence of ['required', 'optional', 'off'] as const)
  describeOnBothDatabases(`fields that are ${presence}`, (kind) => {
    const PROFILE_FIELDS = FIELDS.map((name) => `${name}:${presence}`).join(',');
    const service = sharedService(kind, { ...SHARED_PROVIDER.settings, PROFILE_FIELDS });
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-fields-'));
    let adminToken = '';
    let tests: Awaited<ReturnType<typeof startTestServer>>;
    before(async () => {
      const admin = await loggedInAdmin(service());
      adminToken = admin.accessToken;
      tests = await startTestServer(testConfig({ PROFILE_FIELDS }, '0'), pino({ level: 'silent' }));
    });
    after(async () => {
      await tests.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const invite = async (given: Given, more = {}) =>
      (await service().request('POST', '/api/admin/users', { token: adminToken, body: { ...given, ...more } })).status;
    const settings = () => ({ DATABASE_URL: service().database.url, PROFILE_FIELDS });
    const withProvider = async (given: Given, claims = {}) => {
      const ticket = await sharedTicket(service(), person(claims));
      return (await service().request('POST', '/api/register/identity', { body: { ticket, ...given } })).status;
    };
    const MADE: Readonly<Record<keyof typeof ACCOUNT_SOURCES, (given: Given) => Promise<number | null>>> = {
      registration: async (given) =>
        (await service().request('POST', '/api/register', { body: { ...given, password: 'Analytical1' } })).status,
      invitation: (given) => invite(given),
      confirmed: (given) => invite(given, { confirmed: true }),
      identity: withProvider,
      provenIdentity: async (given) => withProvider(given, { email: given.email, email_verified: true }),
      async import(given) {
        const file = join(folder, 'users.jsonl');
        writeFileSync(file, `${JSON.stringify(given)}\n`);
        return (await runCommand(['import', file, '--verified'], settings())).code;
      },
      testServer: async (given) => (await createClient(tests.url)('POST', '/test/accounts', { body: given })).status,
    };

    const inCommand = async ({ email = '', full_name, phone_number, industry }: Given) => {
      const options = { name: full_name, phone: phone_number, industry };
      const given = Object.entries(options).flatMap(([name, value]) =>
        value === undefined ? [] : `--${name}=${value}`,
      );
      return (await runCommand(['users', 'create', email, ...given], settings())).code;
    };

    for (const [way, make] of [...Object.entries(MADE), ['users create', inCommand] as const])
      it(way, async () => {
        for (const field of FIELDS)
          for (const how of ['given', 'left out'] as const) {
            const { password: _, ...registered } = registration();
            // Of the domain whose addresses the provider decides.
            const all = { ...registered, email: registered.email.replace('@example.com', '@corp.example') };
            const others = presence === 'off' ? FIELDS.filter((one) => one !== field) : [];
            const given = without(all, how === 'given' ? others : [...others, field]);
            const { [way]: special } = SPECIAL;
            const outcome = special?.[presence]?.[how] ?? EXPECTED[presence][how];
            const made = await make(given);
            assert.equal(
              made !== null && (made === 0 || made === 201 || made === 200),
              outcome !== 'refused',
              `${field} ${how}`,
            );
            if (outcome === 'refused' || way === 'testServer') continue;
            const row = await service().db.one<Record<string, string | null>>(
              `SELECT ${FIELDS.join(', ')} FROM users WHERE email = $1`,
              [String(given.email)],
            );
            assert.equal(row?.[field], outcome === 'stored' ? all[field] : null, `${field} ${how}`);
          }
      });

    it('the profile, by its owner and by an administrator', async () => {
      const { accessToken, id } = await loggedIn(service());
      const changes = [
        (body: object) => service().request('PUT', '/api/me', { token: accessToken, body }),
        (body: object) => service().request('PATCH', `/api/admin/users/${id}`, { token: adminToken, body }),
      ];
      for (const [at, change] of changes.entries()) {
        const isAdmin = at === 1;
        for (const field of FIELDS) {
          const set = await change({ [field]: `new ${at}` });
          const empty = await change({ [field]: '' });
          const none = await change({ [field]: null });
          const me = await service().request('GET', '/api/me', { token: accessToken });
          const shown: Record<string, unknown> = { ...me.data };
          const expected = {
            required: [200, 400, 200, `new ${at}`],
            optional: [200, 200, 200, ''],
            off: isAdmin ? [400, 400, 400, undefined] : [200, 200, 200, undefined],
          }[presence];
          assert.deepEqual([set.status, empty.status, none.status, shown[field]], expected, `${field} ${at}`);
          if (presence === 'required') assert.equal(empty.message, `${field} cannot be empty`);
          // Cleared by null too, which says nothing where the field is required.
          if (presence === 'optional') {
            await change({ [field]: 'once more' });
            await change({ [field]: null });
            const row = await service().db.one(`SELECT ${field} AS value FROM users WHERE id = $1`, [id]);
            assert.equal(row?.value, null);
          }
        }
      }
      const document = JSON.parse(await (await fetch(`${service().url}/openapi.json`)).text());
      const { properties, required = [] } = document.components.schemas.RegisterBody;
      for (const field of FIELDS) {
        assert.equal(field in properties, presence !== 'off');
        assert.equal(required.includes(field), presence === 'required');
        assert.deepEqual(
          properties[field]?.type,
          { required: 'string', optional: ['string', 'null'], off: undefined }[presence],
        );
      }
    });
  });

describeWhereDatabasesDiffer('PHONE_NUMBERS=shared', (kind) => {
  it('lets nobody block the number of somebody else, on any way, and can be taken back', async (t) => {
    const service = await startService(t, kind, { PHONE_NUMBERS: 'shared' });
    const phone_number = '+44 20 7946 0958';
    const admin = await loggedInAdmin(service);
    const register = async (one = service) => {
      const body = registration({ phone_number });
      const { status, message } = await one.request('POST', '/api/register', { body });
      return { status, message, email: String(body.email) };
    };
    const first = await register();
    const second = await register();
    assert.deepEqual([first.status, second.status], [201, 201]);
    const mine = await service.request('PUT', '/api/me', { token: admin.accessToken, body: { phone_number } });
    assert.deepEqual([mine.status, mine.data.phone_number], [200, phone_number]);
    const list = await service.request('GET', '/api/admin/users?query=44207946', { token: admin.accessToken });
    assert.deepEqual(
      list.data.items.map((user) => user.phone_number),
      [phone_number, phone_number, phone_number],
    );
    const { text } = await service.request('GET', '/api/me/export', { token: admin.accessToken });
    assert.match(text, /"phone_number":"\+44 20 7946 0958"/);
    await service.stop();

    const again = await startService(t, kind, {}, service.database);
    const me = await again.request('GET', '/api/me', { token: admin.accessToken });
    assert.equal(me.data.phone_number, phone_number, 'numbers stay as they are');
    assert.equal((await register(again)).status, 201, 'those from before do not count');
    assert.deepEqual((await register(again)).message, 'Phone number already exists');
    const put = (phone: string) =>
      again.request('PUT', '/api/me', { token: admin.accessToken, body: { phone_number: phone } });
    assert.equal((await put(phone_number)).status, 200, 'an unchanged one is kept');
    assert.equal((await put('+1 555')).status, 200);
    const taken = await put(phone_number);
    assert.deepEqual([taken.status, taken.message], [409, 'Phone number already exists']);
  });

  it("lets a number be used again that was one account's before, and keeps both when it is taken back", async (t) => {
    const phone_number = '+44 20 7946 0958';
    const given = { phone_number };
    const stores = async ({ db }: Service) =>
      (
        await db.all<{ stored: string }>(
          `SELECT COALESCE(phone_number, '-') || COALESCE(shared_phone_number, '-') AS stored FROM users ORDER BY id`,
        )
      ).map(({ stored }) => stored.replace(phone_number, '#'));
    const unique = await startService(t, kind, {});
    const first = await loggedIn(unique, given);
    const other = await loggedIn(unique);
    await unique.stop();

    const shared = await startService(t, kind, { PHONE_NUMBERS: 'shared' }, unique.database);
    const document = JSON.parse(await (await fetch(`${shared.url}/openapi.json`)).text());
    assert.equal(
      document.components.schemas.RegisterBody.properties.phone_number.description,
      'At most 32 characters.',
    );
    const put = (one: Service, session: Session) =>
      one.request('PUT', '/api/me', { token: session.accessToken, body: given });
    assert.equal((await shared.request('POST', '/api/register', { body: registration(given) })).status, 201);
    assert.equal((await put(shared, other)).status, 200);
    const csv = join(mkdtempSync(join(tmpdir(), 'latchkey-shared-')), 'users.jsonl');
    writeFileSync(csv, `${JSON.stringify({ email: 'imported@example.com', full_name: 'Ida', phone_number })}\n`);
    const imported = await runCommand(['import', csv, '--verified'], {
      ...{ DATABASE_URL: shared.database.url, PHONE_NUMBERS: 'shared' },
    });
    rmSync(dirname(csv), { recursive: true });
    assert.equal(imported.code, 0, imported.stderr);
    assert.deepEqual(await stores(shared), ['#-', '-#', '-#', '-#']);
    await shared.stop();

    const back = await startService(t, kind, {}, unique.database);
    const taken = await back.request('POST', '/api/register', { body: registration(given) });
    assert.deepEqual([taken.status, taken.message], [409, 'Phone number already exists']);
    assert.equal((await put(back, other)).status, 200);
    assert.equal((await put(back, first)).status, 200);
    assert.deepEqual(await stores(back), ['#-', '-#', '-#', '-#']);
    await back.stop();

    const once = await startService(t, kind, { PHONE_NUMBERS: 'shared' }, unique.database);
    assert.equal((await put(once, first)).status, 200, 'the one that others could not have');
    assert.equal((await once.request('POST', '/api/register', { body: registration(given) })).status, 201);
    assert.deepEqual(await stores(once), ['-#', '-#', '-#', '-#', '-#']);
  });
});

describeOnBothDatabases('values from before PROFILE_FIELDS said off', (kind) => {
  const PROFILE_FIELDS = 'phone_number:off,industry:off';
  const values = /\+44 1534|Seafaring|phone_number(?!:off)|industry(?!:off)/;

  it('are shown to their owner alone, in the personal data, and go when the account is saved', async (t) => {
    const before = await startService(t, kind, { ...OPENID, SESSIONS: 'many' });
    const account = await loggedIn(before, { phone_number: '+44 1534 0001', industry: 'Seafaring' });
    const admin = await loggedInAdmin(before, { phone_number: '+44 1534 0002', industry: 'Seafaring' });
    await before.stop();

    const settings = { ...OPENID, SESSIONS: 'many', PROFILE_FIELDS };
    const service = await startService(t, kind, settings, before.database);
    const { email, id, accessToken } = account;
    const read = async (path: `/api/${string}`, token = admin.accessToken) =>
      (await service.request('GET', path, { token })).text;
    const command = async (...args: string[]) =>
      (await runCommand(args, { DATABASE_URL: service.database.url, PROFILE_FIELDS })).stdout;
    const shown = {
      'GET /api/me': await read('/api/me', accessToken),
      'the list': await read('/api/admin/users'),
      'the account': await read(`/api/admin/users/${id}`),
      CSV: await read('/api/admin/users/export?format=csv'),
      'JSON lines': await read('/api/admin/users/export'),
      'users list': await command('users', 'list', '--json'),
      'users show': await command('users', 'show', email),
      export: await command('export'),
    };
    for (const [where, text] of Object.entries(shown)) {
      assert.match(text, /example\.com/, where);
      assert.doesNotMatch(text, values, where);
    }
    for (const path of ['/api/admin/users', '/api/admin/users/counts'] as const)
      assert.match(await read(`${path}?query=4415340001`), /"items":\[\]|"all":\{"count":0/, path);
    const configuration = await discover(service, await addOpenIdApp(service));
    assert.doesNotMatch(String(configuration.serverMetadata().claims_supported), /phone/);
    const { access_token } = await tokensFor(configuration, new Browser(service), account, { scope: 'openid phone' });
    assert.deepEqual(await fetchUserInfo(configuration, access_token, String(id)), { sub: String(id) });
    const { apps } = JSON.parse(await read('/api/me/apps', accessToken)).data;
    assert.deepEqual(apps[0].scopes, ['openid', 'offline_access']);
    const browser = new Browser(service);
    const uid = await browser.begin(await addOpenIdApp(service), { scope: 'openid email phone' });
    const path = `/api/openid/interactions/${uid}` as const;
    const { data } = await service.request('GET', path, { headers: { cookie: browser.cookiesFor(path) } });
    assert.deepEqual(data.scopes, ['openid', 'email', 'offline_access']);

    const own = [await read('/api/me/export', accessToken), await command('users', 'export', email)];
    for (const text of own) assert.match(text, /\+44 1534 0001[\s\S]*Seafaring/);
    const full_name = 'Ada King';
    await service.request('PUT', '/api/me', { token: accessToken, body: { full_name } });
    await service.request('PATCH', `/api/admin/users/${admin.id}`, { token: admin.accessToken, body: { full_name } });
    assert.deepEqual(await service.db.all('SELECT DISTINCT phone_number, industry, phone_key FROM users'), [
      { phone_number: null, industry: null, phone_key: '' },
    ]);
  });
});

describe('the ways of this table', () => {
  it('are all that there are', () =>
    assert.deepEqual(Object.keys(ACCOUNT_SOURCES).sort(), [
      ...['confirmed', 'identity', 'import', 'invitation', 'provenIdentity', 'registration', 'testServer'],
    ]));
});
