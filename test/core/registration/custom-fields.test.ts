import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../../src/config/config.ts';
import type { CustomField } from '../../../src/config/custom-fields.ts';
import { customFields } from '../../../src/config/field-presence.ts';
import { FIELD_TYPES, type FieldTypeName } from '../../../src/config/field-types.ts';
import { readCustomValues } from '../../../src/core/profile/custom-fields.ts';
import { startTestServer, testConfig } from '../../../src/test-server/test-server.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { createClient } from '../../support/client.ts';
import { runCommand } from '../../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../../support/databases.ts';
import { imageOf, PICTURE } from '../../support/pictures.ts';
import { loggedIn, newestToken, registration, startService } from '../../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-own-fields-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(folder, 'fields.json');
  writeFileSync(path, text);
  return path;
}

const FIELDS = `[
  { "name": "company", "type": "text", "label": { "en": "Company", "de": "Firma" }, "required": true },
  { "name": "seats", "type": "number", "label": { "en": "Seats" } },
  { "name": "newsletter", "type": "boolean", "label": { "en": "Newsletter" } },
  { "name": "customer_id", "type": "text", "label": { "en": "Customer" }, "written_by": "administrators" }
]`;

describe('FIELDS_FILE', () => {
  const WRONG: readonly (readonly [text: string, says: RegExp])[] = [
    ['[\n{ "name": }', /fields\.json is not valid JSON: Unexpected token '}', "\[ { "name": }"/],
    ['[\n{ "name": "a"', /fields\.json is not valid JSON: .* \(line 2 column 14\)/],
    ['{}', /fields\.json must be a list of at most 20 fields/],
    [`[${'{},'.repeat(20)}{}]`, /fields\.json must be a list of at most 20 fields/],
    ['[\n1]', /field 1: must be an object/],
    [
      '[\n\n  {"name":"Company","type":"text","label":{"en":"}{"}}]',
      /field 1: "name" must be at most 40 small letters/,
    ],
    [
      '[{"name":"a","type":"text","label":{"en":"A [\\"x\\"] ,"}},\n{"name":"b","type":"time","label":{"en":"B"}}]',
      /field 2: "type" must be one of text, number, boolean, date/,
    ],
    ['[{"name":"a","type":"text","label":"A"}]', /field 1: "label" must be an object of texts by language/],
    ['[{"name":"a","type":"text","label":{"en":"A"},"requird":true}]', /field 1: there is no member "requird"/],
    ['[{"name":"constructor","type":"text","label":{"en":"A"}}]', /field 1: "name" must be .* not "constructor"/],
    ['[\n{"name":"a","type":"text","label":{"en":"A\\u202eB"}}]', /field 1: "label" must be an object of texts/],
    ['[{"name":"a","type":"text","label":{"en":"\\u200b"}}]', /field 1: "label" must be an object of texts/],
    ['[{"name":"a","type":"text","label":{"en":"A\\nB"}}]', /field 1: "label" must be an object of texts/],
    [
      '[{"name":"a","type":"text","label":{"en":"A"},"required":true,"written_by":"administrators"}]',
      /field 1: only a field that users write can be "required"/,
    ],
    ['[{"name":"a","type":"text","label":{"en":"A"},"written_by":"me"}]', /field 1: "written_by" must be user or/],
    [
      '[{"name":"a","type":"text","label":{"en":"A"}},\n{"name":"a","type":"text","label":{"en":"A"}}]',
      /field 2: there is another field "a"/,
    ],
  ];
  for (const [text, says] of WRONG)
    it(`is refused with the place: ${says.source}`, () => {
      const path = fileOf(text);
      assert.throws(
        () => readConfig({ FIELDS_FILE: path }, 1),
        ({ message }: Error) => {
          assert.match(message, says);
          assert.match(message, /^FIELDS_FILE .* Example: FIELDS_FILE=\/etc\/latchkey\/fields\.json$/);
          assert.ok(!message.includes('\n'));
          return true;
        },
      );
    });

  it('may begin with a byte order mark, and name languages in capital letters', () => {
    const label = { EN: 'Company', 'de-at': 'Firma' };
    const path = fileOf(`\ufeff${JSON.stringify([{ name: 'company', type: 'text', label }])}`);
    const [field] = customFields(readConfig({ FIELDS_FILE: path }, 1).fields);
    assert.deepEqual(field?.label, { en: 'Company', 'de-AT': 'Firma' });
  });

  it('is refused where there is none', () => {
    assert.throws(
      () => readConfig({ FIELDS_FILE: '/nowhere.json' }, 1),
      /FIELDS_FILE must name a readable file,.* \(ENOENT\)/,
    );
  });
});

const fieldOf = (key: string, type: FieldTypeName): CustomField => ({
  ...{ name: `fields.${key}`, key, type, label: { en: key }, required: false, writtenBy: 'user' },
});

describe('an own field that is a number', () => {
  const field = fieldOf('seats', 'number');
  const read = (given: unknown) => readCustomValues({ seats: given }, [field], 'user').seats;

  it('is read as people and JavaScript write numbers', () => {
    for (const number of [0, 12, -3, 0.5, 1e-7, 0.1 + 0.2, 1e21, Number.MAX_SAFE_INTEGER])
      assert.equal(read(number), number);
    const texts = { '12': 12, ' 5 ': 5, '+5': 5, '-0.5': -0.5, '.5': 0.5, '5.': 5, '007': 7, '1e-7': 1e-7 };
    for (const [text, number] of Object.entries(texts)) assert.equal(read(text), number, JSON.stringify(text));
    assert.equal(read(String(Number.MAX_SAFE_INTEGER)), Number.MAX_SAFE_INTEGER);
    for (const none of ['', ' ', '\u200b', null, undefined]) assert.equal(read(none), null, JSON.stringify(none));
  });

  it('is no other spelling that Number reads, and none that it cannot keep', () => {
    for (const other of [
      ...[
        '0x10',
        '0b1',
        '0o7',
        '1e3',
        '1e+3',
        '1E3',
        '1_000',
        '1,5',
        '1 000',
        '٣',
        'Infinity',
        '-Infinity',
        'NaN',
        '.',
        '-',
      ],
      ...[
        '9007199254740993',
        '9'.repeat(400),
        '1e-7e-7',
        Number.POSITIVE_INFINITY,
        Number.NaN,
        true,
        [5],
        { valueOf: 5 },
      ],
    ])
      assert.throws(() => read(other), { code: 'invalid_field' }, JSON.stringify(other));
  });
});

describe('an own field that is a date', () => {
  const field = fieldOf('born', 'date');
  const read = (given: unknown) => readCustomValues({ born: given }, [field], 'user').born;

  it('is a day of the calendar', () => {
    for (const day of ['1815-12-10', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])
      assert.equal(read(day), day);
    assert.equal(read(' 1815-12-10 '), '1815-12-10');
    for (const none of ['', ' ', null, undefined]) assert.equal(read(none), null, JSON.stringify(none));
  });

  it('is nothing else', () => {
    for (const other of [
      ...['2025-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '0000-01-01'],
      ...['26-01-31', '2026-1-31', '31.01.2026', '2026-01-31T00:00:00Z', '+002026-01-31', '2026-01-31\n2026-01-31'],
      ...[20260131, 0, true, [], {}],
    ])
      assert.throws(
        () => read(other),
        {
          code: 'invalid_field',
          details: { field: 'fields.born', rule: 'a date such as 2026-01-31', reason: 'not_allowed' },
        },
        JSON.stringify(other),
      );
  });
});

describeOnBothDatabases('own fields that are required', (kind) => {
  it('are asked of people who were invited, unless an administrator stated them', async (t) => {
    const service = await startService(t, kind, { FIELDS_FILE: fileOf(FIELDS) });
    const { accessToken } = await loggedInAdmin(service, { fields: { company: 'Ours' } });
    const email = 'invitee@own.example';
    const invited = { token: accessToken, body: { emails: [email] } };
    assert.equal((await service.request('POST', '/api/admin/invitations', invited)).status, 200);
    const token = await newestToken(service, email, '/invitation');
    const details = async () => (await service.request('GET', '/api/invitation', { token })).data;
    const { missing, optional } = await details();
    assert.deepEqual(missing, ['full_name', 'phone_number', 'industry', 'fields.company']);
    assert.deepEqual(optional, ['fields.seats', 'fields.newsletter']);

    const accept = (fields?: object) => {
      const { email: _, password: new_password, ...profile } = registration();
      // By hand: what FIELDS_FILE adds to an operation is not in the table that `request` looks into.
      return fetch(`${service.url}/api/invitation/accept`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ ...profile, new_password, fields }),
      });
    };
    for (const fields of [undefined, { seats: 3 }, { company: ' ' }]) {
      const { status, headers } = await accept(fields);
      assert.deepEqual([status, headers.get('x-error-field')], [400, 'fields.company']);
    }
    const stored = () => service.db.all(`SELECT fields FROM users WHERE email = '${email}'`);
    assert.deepEqual(await stored(), [{ fields: null }]);
    const [{ id } = { id: 0 }] = await service.db.all<{ id: number }>(`SELECT id FROM users WHERE email = '${email}'`);
    const stated = { token: accessToken, body: { fields: { company: 'Analytical Engines' } } };
    assert.equal((await service.request('PATCH', `/api/admin/users/${id}`, stated)).status, 200);
    assert.ok(!(await details()).missing.includes('fields.company'));
    assert.equal((await accept({ seats: 3 })).status, 200);
    assert.deepEqual(await stored(), [{ fields: '{"company":"Analytical Engines","seats":3}' }]);
  });
});

describeOnBothDatabases('own fields', (kind) => {
  it('are asked, checked, shown, changed by those who may, and exported', async (t) => {
    const FIELDS_FILE = fileOf(FIELDS);
    const service = await startService(t, kind, { FIELDS_FILE });
    const send = async (method: string, path: string, token: string | undefined, body?: unknown) => {
      const response = await fetch(service.url + path, {
        method,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { message, data } = JSON.parse(await response.text());
      return { status: response.status, field: response.headers.get('x-error-field'), message, data };
    };
    const register = (fields?: unknown) => send('POST', '/api/register', undefined, { ...registration(), fields });
    for (const [fields, message] of [
      [undefined, 'fields.company cannot be empty'],
      [{ company: ' ' }, 'fields.company cannot be empty'],
      ['x', 'fields must be an object'],
      [{ company: 'x'.repeat(1001) }, /^fields\.company must be a text of at most 1000/],
      [{ company: 'a\u202eb' }, /^fields\.company must be a text of at most 1000/],
      [{ company: {} }, /^fields\.company must be a text/],
      [{ company: 'A', seats: 'many' }, 'fields.seats must be a number'],
      [{ company: 'A', newsletter: 1 }, 'fields.newsletter must be true or false'],
      [{ company: 'A', newsletter: '__proto__' }, 'fields.newsletter must be true or false'],
      [{ company: 'A', newsletter: 'constructor' }, 'fields.newsletter must be true or false'],
      [{ company: 'A', customer_id: 'mine' }, 'fields must be an object with company, seats, newsletter'],
      [{ company: 'A', __proto__x: 1 }, /^fields must be an object with/],
    ] as const) {
      const refused = await register(fields);
      assert.equal(refused.status, 400, JSON.stringify(fields));
      if (typeof message === 'string') assert.equal(refused.message, message);
      else assert.match(refused.message, message);
    }
    const registered = await register({ company: 'A' });
    assert.deepEqual(
      [registered.status, registered.data.fields],
      [201, { company: 'A', seats: null, newsletter: null, customer_id: null }],
    );

    const admin = await loggedInAdmin(service, { fields: { company: 'Ours' } });
    const {
      accessToken: token,
      id,
      ...account
    } = await loggedIn(service, {
      fields: { company: ' Analytical Engines ', seats: '12', newsletter: 'true' },
    });
    const all = { company: 'Analytical Engines', seats: 12, newsletter: true, customer_id: null };
    assert.deepEqual((await send('GET', '/api/me', token)).data.fields, all);

    const put = await send('PUT', '/api/me', token, { fields: { seats: null, newsletter: false } });
    assert.deepEqual(put.data.fields, { ...all, seats: null, newsletter: false });
    assert.equal((await send('PUT', '/api/me', token, { fields: { customer_id: '1' } })).status, 400);
    assert.deepEqual((await send('PUT', '/api/me', token, { fields: { company: '' } })).field, 'fields.company');
    const shown = { ...all, seats: null, newsletter: false };
    const body = imageOf(PICTURE);
    assert.deepEqual((await send('PUT', '/api/me/picture', token, body)).data.fields, shown);
    assert.deepEqual((await send('DELETE', '/api/me/picture', token)).data.fields, shown);
    const { email, password } = account;
    const login = await send('POST', '/api/login', undefined, { email, password });
    assert.deepEqual(login.data.user.fields, shown);
    const { refresh_token } = login.data;
    assert.deepEqual((await send('POST', '/api/refresh', undefined, { refresh_token })).data.user.fields, shown);
    const path = `/api/admin/users/${id}`;
    const byAdmin = await send('PATCH', path, admin.accessToken, { fields: { customer_id: 'C1' } });
    assert.deepEqual(byAdmin.data.fields, { ...all, seats: null, newsletter: false, customer_id: 'C1' });
    assert.deepEqual((await send('GET', path, admin.accessToken)).data.fields, byAdmin.data.fields);
    // What was read may be sent back, though only administrators may change all of it.
    const sentBack = await send('PUT', '/api/me', token, { fields: byAdmin.data.fields });
    assert.deepEqual([sentBack.status, sentBack.data.fields], [200, byAdmin.data.fields]);
    const invited = { ...registration(), password: undefined, fields: { customer_id: 'C2' } };
    const made = await send('POST', '/api/admin/users', admin.accessToken, invited);
    assert.deepEqual([made.status, made.data.fields.customer_id], [201, 'C2']);
    const listAs = async (format: string) => {
      const query = `query=${account.email}&format=${format}`;
      const headers = { authorization: `Bearer ${admin.accessToken}` };
      return (await fetch(`${service.url}/api/admin/users/export?${query}`, { headers })).text();
    };
    assert.match(
      await listAs('csv'),
      /,fields\.company,.*,fields\.customer_id\r\n.*,Analytical Engines,,false,C1\r\n$/,
    );
    const { 'fields.newsletter': newsletter, 'fields.seats': seats } = JSON.parse(await listAs('jsonl'));
    assert.deepEqual([newsletter, seats], [false, null]);

    const event = await service.db.one<{ subject: string }>(
      "SELECT subject FROM audit_events WHERE event = 'profile_updated' AND user_id = $1 ORDER BY id LIMIT 1",
      [id],
    );
    assert.equal(event?.subject, 'profile:fields');
    const exported = await send('GET', '/api/me/export', login.data.access_token);
    assert.deepEqual(exported.data.profile.fields, { company: all.company, newsletter: false, customer_id: 'C1' });
    const document = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text());
    for (const name of ['UpdateMeBody', 'User', 'UserDetails'])
      assert.deepEqual(
        Object.keys(document.components.schemas[name].properties.fields.properties),
        Object.keys(all),
        name,
      );
    const { required, properties: members } = document.components.schemas.RegisterBody;
    assert.deepEqual([required.includes('fields'), members.fields.required], [true, ['company']]);

    // Changes of two fields at once: neither is lost.
    const both = await Promise.all([
      send('PUT', '/api/me', token, { fields: { seats: 3 } }),
      send('PATCH', path, admin.accessToken, { fields: { customer_id: 'C3' } }),
    ]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    const after = (await send('GET', '/api/me', token)).data.fields;
    assert.deepEqual([after.seats, after.customer_id], [3, 'C3']);
    for (const change of ['suspend', 'reinstate'])
      assert.deepEqual((await send('POST', `${path}/${change}`, admin.accessToken)).data.fields, after, change);

    const { stdout } = await runCommand(['export'], { DATABASE_URL: service.database.url });
    const file = join(folder, 'users.jsonl');
    writeFileSync(file, stdout.split('\n').find((line) => line.includes(account.email)) ?? '');
    const other = await createTestDatabase(t, kind);
    const imported = await runCommand(['import', file, '--verified'], { DATABASE_URL: other.url, FIELDS_FILE });
    assert.equal(imported.code, 0, imported.stderr);
    const again = await runCommand(['export'], { DATABASE_URL: other.url });
    assert.deepEqual(
      JSON.parse(again.stdout).fields,
      JSON.parse(stdout.split('\n').find((line) => line.includes(account.email)) ?? '').fields,
    );
    const fewer = fileOf('[{ "name": "company", "type": "text", "label": { "en": "Company" } }]');
    const third = await createTestDatabase(t, kind);
    const partly = await runCommand(['import', file, '--verified'], { DATABASE_URL: third.url, FIELDS_FILE: fewer });
    assert.equal(partly.code, 0, partly.stderr);
    assert.match(partly.stdout, /not read: .*1 × fields\.newsletter.*1 × fields\.customer_id/);
    const { stdout: left } = await runCommand(['export'], { DATABASE_URL: third.url });
    assert.deepEqual(JSON.parse(left).fields, { company: all.company });
    fileOf(FIELDS);
    const create = (...more: string[]) => {
      const options = ['--name=Grace', '--phone=+1 555', '--industry=Navy', ...more];
      return runCommand(['users', 'create', 'grace@example.com', ...options], { DATABASE_URL: other.url, FIELDS_FILE });
    };
    for (const [given, message] of [
      ['plan=x', /--field is one of company, seats, newsletter, customer_id/],
      ['seats=many', /--field seats must be a number/],
      ['company=', /--field company must be a text that is not empty/],
    ] as const)
      assert.match((await create(`--field=${given}`)).stderr, message);
    assert.equal((await create('--field=customer_id=C=9', '--field=seats=7')).code, 0);
    const printed = await runCommand(['users', 'show', 'grace@example.com'], { DATABASE_URL: other.url, FIELDS_FILE });
    assert.deepEqual(JSON.parse(printed.stdout).fields, {
      ...all,
      company: null,
      seats: 7,
      newsletter: null,
      customer_id: 'C=9',
    });

    const listed = await runCommand(['users', 'list', '--json'], { DATABASE_URL: other.url, FIELDS_FILE });
    assert.match(listed.stdout, /"fields":\{"company":null,"seats":7,"newsletter":null,"customer_id":"C=9"\}/);

    writeFileSync(file, '{"email":"wrong@example.com","fields":{"seats":"x"}}\n');
    const refused = await runCommand(['import', file, '--verified'], { DATABASE_URL: other.url, FIELDS_FILE });
    assert.equal(refused.code, 1);
  });

  it('are filled in by import --update, unless the owner may have removed them', async (t) => {
    const FIELDS_FILE = fileOf(FIELDS);
    const service = await startService(t, kind, { FIELDS_FILE });
    const { accessToken: token } = await loggedInAdmin(service, { fields: { company: 'Ours' } });
    const emails = ['same', 'changed'].map((name) => `${name}@fill.example`);
    const importFile = async (fields: object, ...options: string[]) => {
      const file = join(folder, 'fill.jsonl');
      writeFileSync(file, emails.map((email) => `${JSON.stringify({ email, fields })}\n`).join(''));
      const settings = { DATABASE_URL: service.database.url, FIELDS_FILE };
      const { stdout } = await runCommand(['import', file, '--verified', ...options], settings);
      return stdout.split('\n').slice(0, 3);
    };
    await importFile({ seats: 5 });
    service.clock.advance(1000);
    const changed = await service.db.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [emails[1] ?? '']);
    const body = { industry: 'Retail' };
    assert.equal((await service.request('PATCH', `/api/admin/users/${changed?.id}`, { token, body })).status, 200);

    const whole = { seats: 9, company: 'File', newsletter: true, customer_id: 'C1' };
    assert.deepEqual(await importFile(whole, '--update'), ['imported: 0', 'filled in: 2', 'there already: 0']);
    const stored = await service.db.all<{ fields: string }>(
      "SELECT fields FROM users WHERE email LIKE '%fill.example' ORDER BY id",
    );
    assert.deepEqual(
      stored.map(({ fields }) => JSON.parse(fields)),
      [
        { ...whole, seats: 5 },
        { seats: 5, company: 'File' },
      ],
    );
    assert.deepEqual(await importFile(whole, '--update'), ['imported: 0', 'there already: 2', 'refused: 0']);
  });

  it('are there in the accounts of the test server, which makes up the required ones', async (t) => {
    const settings = { FIELDS_FILE: fileOf(FIELDS), PROFILE_FIELDS: 'phone_number:off' };
    const tests = await startTestServer(testConfig(settings, '0'), pino({ level: 'silent' }));
    t.after(() => tests.stop());
    const request = createClient(tests.url);
    for (const [fields, expected] of [
      [undefined, { company: 'Testing', seats: null }],
      [
        { seats: 3, company: 'Mills', customer_id: 'C1' },
        { company: 'Mills', seats: 3 },
      ],
    ] as const) {
      const { status, data } = await request('POST', '/test/accounts', { body: { ...(fields && { fields }) } });
      assert.equal(status, 201);
      const { access_token: token, user } = data as { access_token: string; user: object };
      assert.ok(!('phone_number' in user));
      const me = await request('GET', '/api/me', { token });
      const { company, seats } = Reflect.get(Object(me.data), 'fields');
      assert.deepEqual({ company, seats }, expected);
    }
  });

  it('are empty where the type of a field was changed, until somebody writes them', async (t) => {
    const declared = (type: string) =>
      fileOf(`[{ "name": "size", "type": "${type}", "label": { "en": "Size" }, "required": true }]`);
    const before = await startService(t, kind, { FIELDS_FILE: declared('text') });
    const account = await loggedIn(before, { fields: { size: 'large' } });
    await before.stop();
    const service = await startService(t, kind, { FIELDS_FILE: declared('number') }, before.database);
    const fieldsOf = async (method: 'GET' | 'PUT', body?: object) => {
      const { status, data } = await service.request(method, '/api/me', { token: account.accessToken, body });
      return [status, Reflect.get(Object(data), 'fields')];
    };
    assert.deepEqual(await fieldsOf('GET'), [200, { size: null }]);
    assert.deepEqual(await fieldsOf('PUT', { industry: 'Mills' }), [200, { size: null }]);
    assert.deepEqual(await fieldsOf('PUT', { fields: { size: '7' } }), [200, { size: 7 }]);
  });

  it('may be of every type: read as text, answered as the document says, empty in an account of another type', async (t) => {
    const types = Object.entries(FIELD_TYPES);
    const declared = types.map(([type]) => ({ name: type, type, label: { en: type }, required: true }));
    const settings = { FIELDS_FILE: fileOf(JSON.stringify(declared)) };
    const service = await startService(t, kind, settings);
    const samples = Object.fromEntries(types.map(([type, { sample }]) => [type, sample]));
    const typed = Object.fromEntries(types.map(([type, { sample }]) => [type, String(sample)]));
    const { accessToken: token } = await loggedIn(service, { fields: typed });
    const fieldsOf = async () =>
      Reflect.get(Object((await service.request('GET', '/api/me', { token })).data), 'fields');
    assert.deepEqual(await fieldsOf(), samples);
    const { components } = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text());
    const { properties } = components.schemas.RegisterBody.properties.fields;
    assert.deepEqual(properties, Object.fromEntries(types.map(([type, { schema }]) => [type, schema])));
    // A text is stored where a boolean, a date or a number was declared later.
    await service.db.all('UPDATE users SET fields = $1', [
      JSON.stringify({ ...samples, date: 'soon', number: '1', boolean: 'true' }),
    ]);
    assert.deepEqual(await fieldsOf(), { ...samples, date: null, number: null, boolean: null });
  });

  it('are not looked at without FIELDS_FILE', async (t) => {
    const service = await startService(t, kind);
    const account = await loggedIn(service, { fields: 'anything' });
    const me = await service.request('GET', '/api/me', { token: account.accessToken });
    assert.ok(!('fields' in me.data));
    const body = { fields: { x: 1 } };
    assert.equal((await service.request('PUT', '/api/me', { token: account.accessToken, body })).status, 200);
  });
});
