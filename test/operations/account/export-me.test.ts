import assert from 'node:assert/strict';
import { it } from 'node:test';
import { usersCommand } from '../../../src/cli/users.ts';
import type { Row } from '../../../src/store/engine/database.ts';
import { PERSONAL_DATA } from '../../../src/store/tables/personal-data.ts';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { removeUser, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { EVERY_FEATURE, loggedIn, type Service } from '../../support/service.ts';
import { TRACES, usedAccount } from '../../support/used-account.ts';
import { allRows } from '../../support/whole-database.ts';

const given = async (service: Service) => {
  const { accessToken: token, ...account } = await loggedIn(service);
  return { ...account, token };
};
type Given = Awaited<ReturnType<typeof given>>;

const STEPS: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 401 }).map(({ when, ...scenario }) => ({
    ...scenario,
    // A GET has no body.
    when: async (made: Given, service: Service) => ({ ...(await when(made, service)), body: undefined }),
  })),
  {
    name: 'a user that is gone',
    when: async ({ id, token }, service) => {
      await removeUser(service, id);
      return { token };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a suspended account',
    when: async ({ email, token }, service) => {
      await suspend(service, email);
      return { token };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  {
    name: 'a login that is not recent',
    when: async ({ token }, service) => {
      await service.clock.advance(11 * 60_000);
      return { token };
    },
    status: 401,
    message: 'Please confirm that it is you',
  },
];

type Exported = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The rows of the account, found by looking at every row there is. */
function rowsOf(id: number, rows: ReadonlyMap<string, readonly Row[]>, table: string): readonly Row[] {
  // Left out on purpose, see the test below.
  const isExported = (row: Row) => row.user_id === id && row.kind !== 'email_change';
  const emails = new Set(rows.get('outbox')?.flatMap((row) => (isExported(row) ? [row.id] : [])));
  const belongs: Readonly<Record<string, (row: Row) => boolean>> = {
    users: (row) => row.id === id,
    api_keys: (row) => row.created_by === id,
    outbox: isExported,
    outbox_attempts: (row) => emails.has(row.email_id ?? null),
  };
  const own = rows.get(table)?.filter(belongs[table] ?? ((row) => row.user_id === id)) ?? [];
  // From where an administrator acted is data of another person.
  return table === 'audit_events'
    ? own.map((row) => (row.actor === null ? row : { ...row, address: null, user_agent: null }))
    : own;
}

const asStored = (value: unknown, format: string): unknown => {
  if (value === null) return null;
  if (format === 'time') return Date.parse(String(value));
  if (format === 'day') return Date.parse(String(value)) / 86_400_000;
  return format === 'json' ? JSON.stringify(value) : value;
};

describeOnBothDatabases('GET /api/me/export', (kind) => {
  const service = sharedService(kind, EVERY_FEATURE);
  runScenarios(service, ['GET', '/api/me/export'], given, STEPS);

  it('has every row of the account, of every table with personal data, and nothing of others', async () => {
    await loggedIn(service(), { full_name: 'Somebody Else' });
    const { id, accessToken: token, password, secret, recoveryCodes } = await usedAccount(service());
    const answer = await service().request('GET', '/api/me/export', { token });
    assert.deepEqual([answer.status, answer.message], [200, 'Data exported successfully']);
    const { profile, ...others } = answer.data as unknown as Exported;
    const exported = { profile: [profile], ...others } as unknown as Exported;

    const rows = await allRows(service().db);
    const members = Object.values(PERSONAL_DATA).map(({ member }) => member);
    assert.deepEqual(Object.keys(exported).sort(), members.sort());
    for (const [table, { member, exported: formats }] of Object.entries(PERSONAL_DATA)) {
      const stored = rowsOf(id, rows, table).map((row) => Object.keys(formats).map((column) => String(row[column])));
      assert.ok(stored.length > 0, `${table}: usedAccount has left no row there`);
      const given = exported[member]?.map((row) =>
        Object.entries(formats).map(([column, format]) => String(asStored(row[column], format))),
      );
      assert.deepEqual(given?.map(String).sort(), stored.map(String).sort(), table);
    }
    for (const trace of Object.values(TRACES)) assert.ok(answer.text.includes(trace), trace);
    const [user] = rowsOf(id, rows, 'users');
    const secrets = [
      password,
      secret,
      ...recoveryCodes,
      user?.password_hash,
      ...rowsOf(id, rows, 'refresh_tokens').map((one) => one.value_hash),
    ];
    for (const secret of [...secrets, 'Somebody Else'])
      assert.ok(!answer.text.includes(String(secret)), String(secret));
  });

  it('does not tell whether an address is taken that was asked for', async () => {
    const taken = await loggedIn(service());
    const shapes: string[] = [];
    for (const address of ['nobody.has.it@example.org', taken.email]) {
      const { token, email } = await given(service());
      await service().request('POST', '/api/me/email', { token, body: { email: address } });
      await service().emailsTo('');
      const { data } = await service().request('GET', '/api/me/export', { token });
      const { emails, email_changes } = data as unknown as Exported;
      const sent = emails?.map(({ kind, state, recipient }) => [kind, state, recipient === email]);
      shapes.push(JSON.stringify([sent, email_changes?.map((one) => [one.confirmed_at, one.new_email === address])]));
    }
    assert.equal(shapes[0], shapes[1]);
    assert.match(shapes[0] ?? '', /email_change_notice.*sent.*true/);
  });

  it('is what the operator gets too, who is named in the trail', async () => {
    const { email, token } = await given(service());
    const printed: string[] = [];
    await usersCommand(service().db, ['export', email], (line) => printed.push(line));
    const { data } = await service().request('GET', '/api/me/export', { token });
    const [byOperator, byOwner] = [JSON.parse(printed.join('\n')), data as unknown as Exported];
    const { events, ...others } = byOwner;
    assert.deepEqual(byOperator, { ...others, events: events?.slice(0, -1) });
    assert.deepEqual(
      events?.slice(-2).map(({ event, actor }) => [event, actor]),
      [
        ['exported', 'operator'],
        ['exported', null],
      ],
    );
  });
});
