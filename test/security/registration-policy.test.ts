import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, it } from 'node:test';
import { loggedInAdmin } from '../support/admin.ts';
import type { Answer } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { finish, person, sharedTicket } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { type Account, registration, type Service, startService, verified } from '../support/service.ts';

/** The table of docs/security.md is the table of this test. */
const [, table = ''] =
  /<!-- begin who may -->([\s\S]*)<!-- end who may -->/.exec(
    readFileSync(resolve(import.meta.dirname, '../../docs/security.md'), 'utf8'),
  ) ?? [];
const [head = [], , ...rows] = table
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
/** Ways with the same outcomes share a row. */
const ROWS = rows.flatMap(([ways = '', ...cells]) => ways.split('; ').map((way) => [way, ...cells]));

interface Column {
  readonly settings: Record<string, string>;
  readonly domains: readonly string[];
  /** Sent by people who register. */
  readonly accept_terms?: true;
}

const TERMS = { TERMS_VERSION: '2026-11', TERMS_URL: '/terms' };

/** With an address of the domain, and with others: a subdomain, and names that only begin or end like it. */
const SETTINGS: Readonly<Record<string, Column>> = {
  open: { settings: {}, domains: ['example.com', 'bücher.example'] },
  'EMAIL_DOMAINS, inside': {
    settings: { EMAIL_DOMAINS: 'example.com, BÜCHER.example' },
    domains: ['example.com', 'EXAMPLE.com', 'bücher.example', 'xn--bcher-kva.example'],
  },
  'EMAIL_DOMAINS, outside': {
    settings: { EMAIL_DOMAINS: 'example.com, BÜCHER.example' },
    domains: ['mail.example.com', 'example.com.evil.test', 'notexample.com', 'bucher.example'],
  },
  TERMS_VERSION: { settings: TERMS, domains: ['example.com'] },
  'TERMS_VERSION, accepted': { settings: TERMS, domains: ['example.com'], accept_terms: true },
  invited: { settings: { REGISTRATION: 'invited' }, domains: ['example.com'] },
  closed: { settings: { REGISTRATION: 'closed' }, domains: ['example.com'] },
};

function accountAt(domain: string, { accept_terms }: Partial<Column> = {}) {
  const given = registration();
  return { ...given, email: String(given.email).replace(/@.*/, `@${domain}`), ...(accept_terms && { accept_terms }) };
}

const outcomeOf = ({ status, headers }: Answer<unknown>) =>
  status === 201 ? 'made' : `${status} ${headers.get('x-error-code')}`;

describeOnBothDatabases('who may create an account', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-who-may-'));
  const services = new Map<string, Service>();
  let admin: { readonly accessToken: string };
  let known: Account;
  const cleanUps: (() => unknown)[] = [];
  const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
  before(async () => {
    const database = await createTestDatabase(t, kind);
    for (const [name, { settings }] of Object.entries(SETTINGS))
      services.set(
        name,
        await startService(t, kind, { EMAIL_LOGIN: 'on', ...SHARED_PROVIDER.settings, ...settings }, database),
      );
    const [open] = services.values();
    assert.ok(open);
    admin = await loggedInAdmin(open);
    known = await verified(open);
  });
  after(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
    rmSync(folder, { recursive: true, force: true });
  });

  const settingsOf = ({ database }: Service, name: string) => ({
    DATABASE_URL: database.url,
    ...SETTINGS[name]?.settings,
  });
  const invite = async ({ request }: Service, { password: _, accept_terms: __, ...body }: Record<string, unknown>) =>
    outcomeOf(await request('POST', '/api/admin/users', { token: admin.accessToken, body }));
  const WAYS: Readonly<
    Record<string, (service: Service, body: ReturnType<typeof accountAt>, settings: string) => Promise<string>>
  > = {
    'POST /api/register': async ({ request }, body) => outcomeOf(await request('POST', '/api/register', { body })),
    'POST /api/register/identity': async (service, { password: _, ...body }) => {
      const finished = await finish(service, SHARED_PROVIDER, person());
      if (finished.status !== 200) return outcomeOf(finished);
      const { ticket } = finished.data;
      return outcomeOf(await service.request('POST', '/api/register/identity', { body: { ...body, ticket } }));
    },
    'POST /api/admin/users': (service, body) => invite(service, body),
    'POST /api/admin/users, confirmed': (service, body) => invite(service, { ...body, confirmed: true }),
    'POST /api/admin/invitations': async ({ request }, { email }) => {
      const body = { emails: [email] };
      const answer = await request('POST', '/api/admin/invitations', { token: admin.accessToken, body });
      return answer.status === 200 && answer.data.outcomes[0]?.outcome === 'done' ? 'made' : outcomeOf(answer);
    },
    'latchkey users create': async (service, { email, full_name, phone_number, industry }, settings) => {
      const members = [`--name=${full_name}`, `--phone=${phone_number}`, `--industry=${industry}`];
      const { code, stderr } = await runCommand(
        ['users', 'create', String(email), ...members],
        settingsOf(service, settings),
      );
      return code === 0 ? 'made' : stderr;
    },
    'latchkey users invite': async (service, { email }, settings) => {
      const { code, stderr } = await runCommand(['users', 'invite', String(email)], settingsOf(service, settings));
      return code === 0 ? 'made' : stderr;
    },
    'latchkey import': async (service, { password: _, accept_terms: __, ...account }, settings) => {
      const file = join(folder, 'users.jsonl');
      writeFileSync(file, `${JSON.stringify(account)}\n`);
      const { code, stderr } = await runCommand(['import', file, '--verified'], settingsOf(service, settings));
      return code === 0 ? 'made' : stderr;
    },
  };

  it('has every way and every setting', () => {
    assert.deepEqual(head.slice(1), Object.keys(SETTINGS));
    assert.deepEqual(
      ROWS.map(([way]) => way),
      Object.keys(WAYS),
    );
  });

  for (const [way = '', ...cells] of ROWS)
    it(way, async () => {
      for (const [at, setting] of Object.keys(SETTINGS).entries()) {
        const service = services.get(setting);
        assert.ok(service);
        for (const domain of SETTINGS[setting]?.domains ?? []) {
          const body = accountAt(domain, SETTINGS[setting]);
          assert.equal(await WAYS[way]?.(service, body, setting), cells[at], `${setting}: ${body.email}`);
        }
      }
    });

  it('decides by all settings together, in their order', async () => {
    const { database } = [...services.values()][0] ?? {};
    assert.ok(database);
    const chosen = (...names: string[]) => names.map((name) => [name, SETTINGS[name] ?? assert.fail(name)] as const);
    for (const [mode, { settings: registrationSetting }] of chosen('open', 'invited', 'closed'))
      for (const [domains, emailDomains] of chosen('open', 'EMAIL_DOMAINS, inside', 'EMAIL_DOMAINS, outside'))
        for (const [terms, termsVersion] of chosen('open', 'TERMS_VERSION', 'TERMS_VERSION, accepted')) {
          const settings = { ...registrationSetting, ...emailDomains.settings, ...termsVersion.settings };
          const key = JSON.stringify(settings);
          const service: Service = services.get(key) ?? (await startService(t, kind, settings, database));
          services.set(key, service);
          for (const way of ['POST /api/register', 'POST /api/admin/users']) {
            const cells = ROWS.find(([name]) => name === way)?.slice(1) ?? [];
            const refusals = [mode, domains, terms].map((column) => cells[head.indexOf(column) - 1]);
            const expected = refusals.find((cell) => cell !== 'made') ?? 'made';
            const body = accountAt(emailDomains.domains[0] ?? '', termsVersion);
            assert.equal(await WAYS[way]?.(service, body, ''), expected, `${way}: ${key} ${terms}`);
          }
        }
  });

  /** Without what differs by itself: the time, the request, the id of a token. */
  const comparable = ({ status, headers, text }: Answer<unknown>) => [
    status,
    text.replace(/"request":"[^"]+"/, ''),
    [...headers].filter(([name]) => !['date', 'x-request-id', 'traceparent'].includes(name)),
  ];

  const ASKED = [
    ...(['/api/register', '/api/register/identity', '/api/register/withdraw', '/api/resend-verification'] as const),
    ...(['/api/login', '/api/login/email', '/api/forgot-password'] as const),
  ] as const;

  it('tells nobody who has an account where people do not register', async () => {
    for (const name of ['invited', 'closed', 'EMAIL_DOMAINS, outside']) {
      const service = services.get(name);
      assert.ok(service);
      const isOpen = name.startsWith('EMAIL');
      const domain = isOpen ? 'elsewhere.test' : 'example.com';
      const [stranger, user] = [`nobody@${domain}`, isOpen ? `somebody@${domain}` : known.email];
      if (isOpen)
        assert.equal(await invite(service, { ...registration({ email: user }), password: undefined }), 'made');
      const ticket = isOpen ? await sharedTicket(service) : '';
      const given = { phone_number: '+1 2', password: 'Wrong-one-1', ticket };
      const asked = async (path: (typeof ASKED)[number], email: string) =>
        comparable(await service.request('POST', path, { body: registration({ ...given, email }) }));
      for (const path of ASKED) {
        if (isOpen && path === '/api/forgot-password') continue;
        assert.deepEqual(await asked(path, user), await asked(path, stranger), `${name}: ${path}`);
      }
    }
  });

  it('is what pages and the OpenAPI document show', async () => {
    const shown = async (path: string, name: string) => {
      const answer = await fetch(`${services.get(name)?.url}${path}`, { headers: { accept: 'text/html' } });
      return { status: answer.status, text: await answer.text() };
    };
    for (const [name, isOpen] of [
      ['open', true],
      ['invited', false],
      ['closed', false],
    ] as const) {
      const { status, text } = await shown('/register', name);
      assert.equal(status, 200);
      assert.equal(text.includes('You can’t create an account here'), !isOpen, name);
      assert.equal(text.includes('by invitation only'), name === 'invited');
      for (const path of ['/', '/login']) assert.equal((await shown(path, name)).text.includes('/register"'), isOpen);
      const { paths } = JSON.parse((await shown('/openapi.json', name)).text);
      const isListed = {
        '/api/register': isOpen,
        '/api/register/identity': isOpen,
        '/api/admin/users': name !== 'closed',
        '/api/admin/invitations': name !== 'closed',
      };
      for (const [path, expected] of Object.entries(isListed))
        assert.equal(paths[path]?.post !== undefined, expected, `${name}: ${path}`);
    }
  });
});
