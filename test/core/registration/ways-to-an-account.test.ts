import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { ACCOUNT_SOURCES } from '../../../src/core/registration/create-account.ts';
import { startTestServer, testConfig } from '../../../src/test-server/test-server.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { type Answer, createClient } from '../../support/client.ts';
import { type Ended, runCommand } from '../../support/command.ts';
import { person, sharedTicket } from '../../support/identities.ts';
import { SHARED_PROVIDER } from '../../support/identity-provider.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, registration, type Session } from '../../support/service.ts';

type Field = 'full_name' | 'email' | 'industry' | 'phone_number';
type Decision = 'taken' | 'missing' | 'too long' | 'forbidden characters' | 'invalid';

/** What the rules say of a value, wherever it comes from. */
const RULES: readonly (readonly [Field, name: string, value: string | undefined, Decision])[] = [
  ...(['full_name', 'industry', 'phone_number'] as const).flatMap((field) => {
    const limit = { full_name: 200, industry: 100, phone_number: 32 }[field];
    return [
      [field, 'as long as it may be', field === 'phone_number' ? 'unique' : '\u{1d504}'.repeat(limit), 'taken'],
      [field, 'missing', undefined, 'missing'],
      [field, 'blank', ' \t ', 'missing'],
      [field, 'invisible', '\u200b\u3164', 'missing'],
      [field, 'too long', '1'.repeat(limit + 1), 'too long'],
      [field, 'with a control character', 'a\u0007b', 'forbidden characters'],
      [field, 'with a bidirectional override', 'a\u202eb', 'forbidden characters'],
    ] as const;
  }),
  ['email', 'missing', undefined, 'invalid'],
  ['email', 'blank', ' ', 'invalid'],
  ['email', 'not an address', 'ada', 'invalid'],
  ['email', 'with a control character', 'a\u0007da@example.com', 'invalid'],
  ['email', 'too long', `${'a'.repeat(65)}@example.com`, 'invalid'],
];

let numbers = 0;
function account(field: Field, value: string | undefined): Record<string, string> {
  numbers += 1;
  const { password: _, ...given } = registration();
  const unique = `+1 ${String(numbers).padStart(29, '0')}`;
  return Object.fromEntries(
    Object.entries({ ...given, [field]: value === 'unique' ? unique : value }).filter(([, one]) => one !== undefined),
  );
}

function decisionOf({ status, headers, text }: Answer<unknown>): Decision {
  if (status < 300) return 'taken';
  const reason = headers.get('x-error-reason');
  const code = headers.get('x-error-code');
  if (code === 'missing_field') return 'missing';
  if (code === 'invalid_email') return 'invalid';
  assert.equal(code, 'invalid_field', text);
  return reason === 'too_long' ? 'too long' : 'forbidden characters';
}

function decisionInWords(words: string): Decision {
  if (/is required/.test(words)) return 'missing';
  if (/address|for whom\?/.test(words)) return 'invalid';
  if (/at most|longer than/.test(words)) return 'too long';
  assert.match(words, /control characters|characters that are not allowed/);
  return 'forbidden characters';
}

const inCommand = ({ code, stderr }: Ended): Decision => (code === 0 ? 'taken' : decisionInWords(stderr));

describe('every way to an account, and to another profile, decides alike', () => {
  const service = sharedService('sqlite', SHARED_PROVIDER.settings);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-ways-'));
  let admin: Session;
  let owner: Session;
  let tests: Awaited<ReturnType<typeof startTestServer>>;
  before(async () => {
    admin = await loggedInAdmin(service());
    owner = await loggedIn(service());
    tests = await startTestServer(testConfig({}, '0'), pino({ level: 'silent' }));
  });
  after(async () => {
    await tests.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const invitation = async (body: Record<string, unknown>) =>
    decisionOf(await service().request('POST', '/api/admin/users', { token: admin.accessToken, body }));
  const settings = () => ({ DATABASE_URL: service().database.url });
  const inCommandLine = ({ email, full_name, phone_number, industry }: Record<string, string>, ...more: string[]) =>
    runCommand(
      [
        ...['users', 'create', ...more, ...(email === undefined ? [] : [email])],
        ...(full_name === undefined ? [] : [`--name=${full_name}`]),
        ...(phone_number === undefined ? [] : [`--phone=${phone_number}`]),
        ...(industry === undefined ? [] : [`--industry=${industry}`]),
      ],
      settings(),
    ).then(inCommand);

  interface Tried {
    readonly way: keyof typeof ACCOUNT_SOURCES | 'profile';
    readonly make: (given: Record<string, string>, field: Field) => Promise<Decision>;
    /** What is not refused for being missing, or for being blank: it is made up, stays as it is, or is not needed. */
    readonly needsNot?: readonly ('missing' | 'blank' | 'invisible')[];
    readonly fields?: readonly Field[];
  }

  const withProvider = async (given: Record<string, string>, claims = {}) => {
    const ticket = await sharedTicket(service(), person(claims));
    return decisionOf(await service().request('POST', '/api/register/identity', { body: { ...given, ticket } }));
  };
  const PROFILE = { way: 'profile', fields: ['full_name', 'industry', 'phone_number'], needsNot: ['missing'] } as const;
  const TRIED: Readonly<Record<string, Tried>> = {
    register: {
      way: 'registration',
      make: async (given) =>
        decisionOf(await service().request('POST', '/api/register', { body: { ...given, password: 'Analytical1' } })),
    },
    'a provider': { way: 'identity', make: (given) => withProvider(given) },
    'a provider that proves the address': {
      way: 'provenIdentity',
      make: (given) => {
        // The provider decides about addresses of this domain alone.
        const email = given.email?.replace('@example.com', '@corp.example') ?? '';
        const stated = given.email === undefined ? given : { ...given, email };
        return withProvider(stated, { email, email_verified: true });
      },
    },
    'an invitation': { way: 'invitation', make: invitation },
    'an account of an administrator': { way: 'confirmed', make: (given) => invitation({ ...given, confirmed: true }) },
    'users create': { way: 'invitation', make: (given) => inCommandLine(given) },
    'users create --confirmed': { way: 'confirmed', make: (given) => inCommandLine(given, '--confirmed') },
    import: {
      way: 'import',
      async make(given) {
        const file = join(folder, `${numbers}.jsonl`);
        writeFileSync(file, `${JSON.stringify({ email: '', ...given })}\n`);
        const { code, stderr } = await runCommand(['import', file, '--verified'], settings());
        if (code === 0) return 'taken';
        assert.match(stderr, /1 of 1 were refused/);
        return decisionInWords(JSON.parse(readFileSync(`${file}.refused.jsonl`, 'utf8')).reason);
      },
      needsNot: ['missing', 'blank', 'invisible'],
    },
    'the test server': {
      way: 'testServer',
      make: async (given) => decisionOf(await createClient(tests.url)('POST', '/test/accounts', { body: given })),
      needsNot: ['missing', 'blank'],
    },
    'the profile, by its owner': {
      ...PROFILE,
      make: async (given, field) =>
        decisionOf(
          await service().request('PUT', '/api/me', { token: owner.accessToken, body: { [field]: given[field] } }),
        ),
    },
    'the profile, by an administrator': {
      ...PROFILE,
      make: async (given, field) =>
        decisionOf(
          await service().request('PATCH', `/api/admin/users/${owner.id}`, {
            token: admin.accessToken,
            body: { [field]: given[field] },
          }),
        ),
    },
  };

  it('and none is left out', () => {
    const ways = new Set(Object.values(TRIED).map(({ way }) => way));
    assert.deepEqual(
      Object.keys(ACCOUNT_SOURCES).filter((way) => !ways.has(way as keyof typeof ACCOUNT_SOURCES)),
      [],
    );
  });

  for (const [name, { make, needsNot = [], fields }] of Object.entries(TRIED))
    it(name, async () => {
      for (const [field, what, value, decision] of RULES) {
        if (fields && !fields.includes(field)) continue;
        const isOptional = needsNot.some((one) => one === what) && (field !== 'email' || name === 'the test server');
        assert.equal(await make(account(field, value), field), isOptional ? 'taken' : decision, `${field} ${what}`);
      }
    });
});
