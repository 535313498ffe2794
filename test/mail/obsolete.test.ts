import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { replace } from '../../src/features/email-login/table.ts';
import { EMAIL_KINDS, type EmailKind, enqueue } from '../../src/store/queues/outbox.ts';
import { KINDS } from '../../src/store/tables/email-kinds.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { askForAddress, confirm, confirmToken, freeAddress, stop, stopToken } from '../support/email-change.ts';
import { suspend } from '../support/operator.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, logIn, registration, resetToken, type Service, type Session } from '../support/service.ts';

/** Longer than `emailsTo` waits for, and less than what counts as written while the clock was wrong. */
const WAITING_MS = 150_000;

/** Lets an e-mail of every kind wait about this account and the change of its address. */
async function letWait({ db }: Service, { email }: Session): Promise<void> {
  const change = await db.one<{ id: string }>(
    'SELECT email_changes.id FROM email_changes JOIN users ON users.id = user_id WHERE users.email = $1',
    [email],
  );
  const request = randomUUID();
  const payload = { change: change?.id ?? 'none', waitMs: 1, request };
  const postpone = { sql: "UPDATE outbox SET due_at = now() + ms($1) WHERE state = 'waiting'", params: [WAITING_MS] };
  await db.batch([
    replace(email, request, 10 * 60_000),
    ...EMAIL_KINDS.map((kind) => enqueue(kind, email, { payload })),
    postpone,
  ]);
}

/** The kinds that were sent of those that waited. */
async function sentAfter(service: Service, happens: () => Promise<unknown>): Promise<string[]> {
  const { db, clock } = service;
  const waiting = await db.all<{ id: number }>("SELECT id FROM outbox WHERE state = 'waiting'");
  await happens();
  await clock.advance(WAITING_MS + 1000);
  await service.emailsTo('');
  const ids = waiting.map(({ id }) => id).join(', ');
  const settled = await db.all<{ kind: string; state: string }>(`SELECT kind, state FROM outbox WHERE id IN (${ids})`);
  assert.deepEqual(
    settled.filter(({ state }) => state !== 'sent' && state !== 'superseded'),
    [],
  );
  return settled.filter(({ state }) => state === 'sent').map(({ kind }) => kind);
}

const ask = async (service: Service, session: Session) =>
  assert.equal((await askForAddress(service, session, freeAddress())).status, 200);
const askAndConfirm = async (service: Service, session: Session) => {
  const address = freeAddress();
  await askForAddress(service, session, address);
  await confirm(service, await confirmToken(service, address));
};
const scheduleDeletion = async ({ request }: Service, { accessToken: token }: Session) =>
  assert.equal((await request('POST', '/api/me/delete', { token })).status, 200);
const nothing = async () => {};

const OF_WAITING_CHANGE: readonly EmailKind[] = ['email_change', 'email_change_notice', 'email_in_use'];
const OF_CONFIRMED_CHANGE: readonly EmailKind[] = ['email_changed'];
const OF_PASSWORD: readonly EmailKind[] = [
  'password_reset',
  'invitation',
  'account_made',
  'second_factor_guessed',
  'password_breached',
  'email_change',
  'login_code',
];
const OF_DELETION: readonly EmailKind[] = ['deletion_scheduled'];
const ALL_OF_CHANGES = [...OF_WAITING_CHANGE, ...OF_CONFIRMED_CHANGE];

interface Row {
  readonly what: string;
  readonly before: (service: Service, session: Session) => Promise<unknown>;
  readonly meanwhile: (service: Service, session: Session) => Promise<unknown>;
  readonly unsent: readonly EmailKind[];
}

const row = (what: string, before: Row['before'], meanwhile: Row['meanwhile'], unsent: Row['unsent']): Row => ({
  ...{ what, before, meanwhile, unsent },
});

/**
 * What happens to the account while an e-mail of each kind waits, and which of them are not sent then. All others are.
 */
const ROWS: readonly Row[] = [
  row('nothing', nothing, nothing, [...ALL_OF_CHANGES, ...OF_DELETION]),
  row('a suspension', nothing, (service, { email }) => suspend(service, email), [...ALL_OF_CHANGES, ...OF_DELETION]),
  row(
    'a new password',
    nothing,
    async (service, { email }) => {
      const token = await resetToken(service, email);
      await service.request('POST', '/api/reset-password', { token, body: { new_password: 'Another-one-1' } });
    },
    [...OF_PASSWORD, ...ALL_OF_CHANGES, ...OF_DELETION],
  ),
  row(
    'another code is asked for',
    nothing,
    ({ request }, { email }) => request('POST', '/api/login/email', { body: { email } }),
    ['login_code', ...ALL_OF_CHANGES, ...OF_DELETION],
  ),
  row('nothing, and a change of address waits', ask, nothing, [...OF_CONFIRMED_CHANGE, ...OF_DELETION]),
  row('another request for a change', ask, ask, [...ALL_OF_CHANGES, ...OF_DELETION]),
  row('the change is stopped', ask, async (service, { email }) => stop(service, await stopToken(service, email)), [
    ...ALL_OF_CHANGES,
    ...OF_DELETION,
  ]),
  row('nothing, and the address was changed', askAndConfirm, nothing, [...OF_WAITING_CHANGE, ...OF_DELETION]),
  row('the deletion is asked for', nothing, scheduleDeletion, [...OF_PASSWORD, ...ALL_OF_CHANGES]),
  row('nothing, and the deletion waits', scheduleDeletion, nothing, ALL_OF_CHANGES),
  row('a login cancels the deletion', scheduleDeletion, logIn, [...ALL_OF_CHANGES, ...OF_DELETION]),
  row(
    'an administrator ends the session that asked for the change',
    ask,
    async (service, { id }) => {
      const { accessToken: token } = await loggedInAdmin(service);
      const { data } = await service.request('GET', `/api/admin/users/${id}/sessions`, { token });
      for (const { id: session } of data)
        await service.request('DELETE', `/api/admin/users/${id}/sessions/${session}`, { token });
    },
    [...ALL_OF_CHANGES, ...OF_DELETION],
  ),
  row(
    'an administrator deletes the account',
    nothing,
    async (service, { id }) => {
      const { accessToken: token } = await loggedInAdmin(service);
      assert.equal((await service.request('DELETE', `/api/admin/users/${id}`, { token })).status, 200);
    },
    EMAIL_KINDS,
  ),
];

describe('the reasons for which e-mails become obsolete', () => {
  it('are each tried', () => {
    const unsent = new Set(ROWS.flatMap((one) => (one.unsent === EMAIL_KINDS ? [] : one.unsent)));
    const obsolete = EMAIL_KINDS.filter((kind) => {
      const { endsWithPassword, needsDeletion, needsEmailChange } = KINDS[kind];
      return endsWithPassword || needsDeletion || needsEmailChange !== undefined;
    });
    assert.deepEqual([...unsent].sort(), [...obsolete].sort());
  });
});

describeOnBothDatabases('while an e-mail of each kind waits', (kind) => {
  const service = sharedService(kind, { DELETION_GRACE: '14d', EMAIL_LOGIN: 'on', SESSIONS: 'many' });

  // The SQL is the same on both: PostgreSQL is asked with one row for each reason.
  for (const { what, before, meanwhile, unsent } of ROWS.filter((_, at) => kind === 'sqlite' || at % 3 === 2)) {
    it(`${what}: ${unsent.length} of them are not sent`, async () => {
      const session = await loggedIn(service());
      await before(service(), session);
      await service().emailsTo('');
      const current = await service().db.one<{ email: string }>('SELECT email FROM users WHERE id = $1', [session.id]);
      await letWait(service(), { ...session, email: current?.email ?? '' });
      const sent = await sentAfter(service(), () => meanwhile(service(), session));
      assert.deepEqual(sent.sort(), EMAIL_KINDS.filter((one) => !unsent.includes(one)).sort());
    });
  }

  it('another account at the same address is deleted: both are told', async () => {
    const { request, smtp } = service();
    const { accessToken: token } = await loggedInAdmin(service());
    const body = registration();
    smtp.follow({ recipient: (to) => (to === body.email ? '451 4.3.0 try again' : 'accept') });
    for (const _ of [1, 2]) {
      const { id } = (await request('POST', '/api/register', { body })).data;
      assert.equal((await request('DELETE', `/api/admin/users/${id}`, { token })).status, 200);
    }
    smtp.follow({});
    const told = (await service().emailsTo(body.email)).filter(({ subject }) => /is deleted$/.test(subject));
    assert.equal(told.length, 2);
  });
});
