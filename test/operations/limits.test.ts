import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { PROFILE_FIELDS, type ProfileField } from '../../src/config/built-in-fields.ts';
import { AUDIT_EVENTS } from '../../src/store/audit/event-types.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import type { RequestOptions } from '../support/client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { Authenticator, addPasskey, creationOptions } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, registration, resetToken, type Service, type Session } from '../support/service.ts';

/** Each is one character, whatever the unit of a string is. */
const LETTER = '\u{1d504}';
let numbers = 0;
/** A value of this many characters, unlike any other. */
const textOf = (length: number): string => {
  numbers += 1;
  const end = String(numbers);
  return LETTER.repeat(length - end.length) + end;
};
const fieldText = (field: ProfileField, length: number): string => {
  numbers += 1;
  const start = field === 'profile_image_url' ? `https://pictures.example.com/${numbers}/` : '';
  return start + (start === '' ? textOf(length) : 'x'.repeat(length - start.length));
};
/** Local part and domain of these lengths. */
const address = (local: number, whole: number): string => {
  numbers += 1;
  const name = String(numbers).padStart(local, 'a');
  const labels = 'b'
    .repeat(whole - local - 1 - '.example.com'.length)
    .replaceAll(/b{60}(?=b{2})/g, `${'b'.repeat(59)}.`);
  return `${name}@${labels}.example.com`;
};
const passwordOf = (length: number): string => `A1${'p'.repeat(length - 2)}`;

interface Given {
  readonly service: Service;
  readonly owner: Session;
  readonly admin: Session;
}
interface Limit {
  readonly name: string;
  readonly request: readonly [method: string, path: string];
  /** With this much of it, in numbers that are taken and numbers that are refused. */
  readonly options: (size: number, given: Given) => RequestOptions | Promise<RequestOptions>;
  readonly path?: (size: number) => string;
  readonly taken: readonly number[];
  readonly refused: readonly number[];
}

const invitation = (overrides: object) => {
  const { password: _, ...body } = registration();
  return { ...body, ...overrides };
};
const asOwner = ({ owner }: Given, body?: unknown): RequestOptions => ({ token: owner.accessToken, body });
const asAdmin = ({ admin }: Given, body?: unknown): RequestOptions => ({ token: admin.accessToken, body });
const apiKey = (members: object) => ({ name: 'Desk', scopes: ['users:read'], days: 1, ...members });
const upTo = (limit: number) => ({ taken: [limit], refused: [limit + 1] });

const ofProfile: readonly Limit[] = (Object.keys(PROFILE_FIELDS) as ProfileField[]).flatMap((field) => {
  const limits = upTo({ full_name: 200, phone_number: 32, industry: 100, profile_image_url: 2048 }[field]);
  const change: Limit = {
    name: `${field} in a profile`,
    request: ['PUT', '/api/me'],
    options: (size, given) => asOwner(given, { [field]: fieldText(field, size) }),
    ...limits,
  };
  if (field === 'profile_image_url') return [change];
  const register: Limit = {
    name: `${field} in a registration`,
    request: ['POST', '/api/register'],
    options: (size) => ({ body: registration({ [field]: fieldText(field, size) }) }),
    ...limits,
  };
  const invite: Limit = {
    name: `${field} in an invitation`,
    request: ['POST', '/api/admin/users'],
    options: (size, given) => asAdmin(given, invitation({ [field]: fieldText(field, size) })),
    ...limits,
  };
  return [change, register, invite];
});

const PASSWORD = { taken: [8, 256], refused: [7, 257] };

const LIMITS: readonly Limit[] = [
  ...ofProfile,
  {
    name: 'a password in a registration',
    request: ['POST', '/api/register'],
    options: (size) => ({ body: registration({ password: passwordOf(size) }) }),
    ...PASSWORD,
  },
  {
    name: 'a password by a reset link',
    request: ['POST', '/api/reset-password'],
    options: async (size, { service }) => ({
      token: await resetToken(service, (await loggedIn(service)).email),
      body: { new_password: passwordOf(size) },
    }),
    ...PASSWORD,
  },
  {
    name: 'a password in place of another',
    request: ['POST', '/api/change-password'],
    options: async (size, { service }) => {
      const { accessToken, password } = await loggedIn(service);
      return { token: accessToken, body: { current_password: password, new_password: passwordOf(size) } };
    },
    ...PASSWORD,
  },
  {
    name: 'an e-mail address',
    request: ['POST', '/api/register'],
    options: (size) => ({ body: registration({ email: address(20, size) }) }),
    ...upTo(254),
  },
  {
    name: 'what is before the @',
    request: ['POST', '/api/register'],
    options: (size) => ({ body: registration({ email: address(size, 120) }) }),
    ...upTo(64),
  },
  {
    name: 'a request',
    request: ['POST', '/api/forgot-password'],
    options: (size) => ({ body: `{"email":"nobody@example.com"}${' '.repeat(size - 30)}` }),
    ...upTo(64 * 1024),
  },
  {
    name: 'the name of an API key',
    request: ['POST', '/api/admin/api-keys'],
    options: (size, given) => asAdmin(given, apiKey({ name: textOf(size) })),
    ...upTo(100),
  },
  {
    name: 'the days of an API key',
    request: ['POST', '/api/admin/api-keys'],
    options: (size, given) => asAdmin(given, apiKey({ days: size })),
    ...{ taken: [1, 366], refused: [0, 367] },
  },
  {
    name: 'the networks of an API key',
    request: ['POST', '/api/admin/api-keys'],
    options: (size, given) =>
      asAdmin(given, apiKey({ networks: Array.from({ length: size }, (_, at) => `10.0.0.${at}`) })),
    ...upTo(20),
  },
  {
    name: 'accounts that are changed together',
    request: ['POST', '/api/admin/users/bulk'],
    options: (size, given) =>
      asAdmin(given, { action: 'end-sessions', ids: Array.from({ length: size }, (_, at) => 1_000_000 + at) }),
    ...upTo(100),
  },
  {
    name: 'items on a page',
    request: ['GET', '/api/admin/users'],
    path: (size) => `?limit=${size}`,
    options: (_, given) => asAdmin(given),
    ...{ taken: [1, 100], refused: [0, 101] },
  },
  {
    name: 'what is looked for',
    request: ['GET', '/api/admin/users'],
    path: (size) => `?query=${'a'.repeat(size)}`,
    options: (_, given) => asAdmin(given),
    ...upTo(1000),
  },
  {
    name: 'events of one list',
    request: ['GET', '/api/admin/audit'],
    path: (size) => `?event=${Object.keys(AUDIT_EVENTS).slice(0, size).join(',')}`,
    options: (_, given) => asAdmin(given),
    ...upTo(10),
  },
  {
    name: 'days of statistics',
    request: ['GET', '/api/admin/statistics'],
    path: (size) => `?from=2024-01-01&to=${new Date(Date.UTC(2024, 0, size)).toISOString().slice(0, 10)}`,
    options: (_, given) => asAdmin(given),
    ...{ taken: [1, 400], refused: [401] },
  },
];

describeOnBothDatabases('a limit', (kind) => {
  const service = sharedService(kind, { FRESH_LOGIN: '1d', ACCESS_TOKEN_TTL: '1d', MAX_EMAIL_BURST: '0' });
  let given: Given;
  before(async () => {
    given = { service: service(), owner: await loggedIn(service()), admin: await loggedInAdmin(service()) };
  });
  const statusOf = async ({ request: [method, path], path: query, options }: Limit, size: number) =>
    (await service().request(method, path + (query?.(size) ?? ''), await options(size, given))).status;

  for (const limit of LIMITS) {
    it(`of ${limit.name} is exact`, async () => {
      for (const size of limit.taken) assert.ok((await statusOf(limit, size)) < 300, `${size} is taken`);
      for (const size of limit.refused) {
        const status = await statusOf(limit, size);
        assert.ok([400, 413].includes(status), `${size} is refused, and not ${status}`);
      }
    });
  }

  it('of the name of a passkey, and of how many there are, is exact', async () => {
    const { accessToken: token } = given.owner;
    await addPasskey(service(), token, new Authenticator(), textOf(64));
    const { data } = await service().request('GET', '/api/me/passkeys', { token });
    const [{ id } = { id: '' }] = data.passkeys;
    const rename = async (name: string) =>
      (await service().request('PUT', `/api/me/passkeys/${id}`, { token, body: { name } })).status;
    assert.deepEqual([await rename(textOf(64)), await rename(textOf(65))], [200, 400]);
    const post = async (name?: string) => {
      const credential = new Authenticator().create(await creationOptions(service(), token));
      return (await service().request('POST', '/api/me/passkeys', { token, body: { credential, name } })).status;
    };
    assert.equal(await post(textOf(65)), 400);
    // As many as are needed besides.
    for (let at = 0; at < 48; at += 1) {
      await service().db.all(
        `INSERT INTO passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, synced, backed_up,
          transports, aaguid, rp_id, name,
          created_at) SELECT $2, user_id, $2, public_key, algorithm, 0, 0, 0, transports, aaguid, rp_id, name,
          created_at FROM passkeys WHERE id = $1`,
        [id, `copy ${at}`],
      );
    }
    assert.equal(await post(), 201, 'the fiftieth');
    assert.notEqual(await post(), 201, 'one more');
  });

  it('of how many API keys there are is exact', async () => {
    const { db, request } = service();
    const id = (await apiKeyOf(service(), given.admin, { scopes: ['users:read'] })).split('_')[1] ?? '';
    const count = async () => (await db.one<{ keys: number }>('SELECT COUNT(*) AS keys FROM api_keys'))?.keys ?? 0;
    for (let at = await count(); at < 199; at += 1) {
      await db.all(
        `INSERT INTO api_keys (id, name, value_hash, scopes, networks, created_at, expires_at, created_by)
          SELECT $2, name, $2, scopes, networks, created_at, expires_at, created_by FROM api_keys WHERE id = $1`,
        [id, `copy ${at}`],
      );
    }
    const make = async () => (await request('POST', '/api/admin/api-keys', asAdmin(given, apiKey({})))).status;
    assert.equal(await make(), 201, 'the two hundredth');
    assert.equal(await make(), 409, 'one more');
    assert.equal(await count(), 200);
  });
});
