import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { housekeepingStep, INTERVAL_MS } from '../../src/app/housekeeping.ts';
import { deleteUserCommand } from '../../src/cli/users.ts';
import { byOwner, ofAccount, record } from '../../src/store/audit/record.ts';
import type { Row } from '../../src/store/engine/database.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { EVERY_FEATURE, loggedIn, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { TRACES, usedAccount } from '../support/used-account.ts';
import { allRows } from '../support/whole-database.ts';

const RETENTION = { auditKeptMs: 90 * 24 * 3_600_000, unverifiedKeptMs: 0 };
/** As they could stand in a column: whole, in other letters, or in part. */
const { phone, industry, email: address, agent, picture } = TRACES;
const SOUGHT = ['quintessenz', 'wilhelmina', phone, industry, address, agent, picture].map((text) =>
  text.toLowerCase(),
);

/** The rows of all tables in which any of them stands. */
async function rowsWithTraces(service: Service): Promise<[table: string, row: Row][]> {
  const found: [string, Row][] = [];
  for (const [table, rows] of await allRows(service.db)) {
    for (const row of rows) {
      const text = JSON.stringify(Object.values(row)).toLowerCase();
      if (SOUGHT.some((sought) => text.includes(sought))) found.push([table, row]);
    }
  }
  return found;
}

/** Those that the bytes of the database's files have, free pages and the write-ahead log included. */
function tracesInFiles({ database }: Service): string[] {
  const path = database.url.replace('sqlite:', '');
  const bytes = Buffer.concat(
    [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file)),
  );
  const text = bytes.toString('latin1').toLowerCase();
  return SOUGHT.filter((sought) => text.includes(Buffer.from(sought).toString('latin1')));
}

const lastEmailIsSent = (service: Service) =>
  until('the last e-mail is sent', async () => {
    await service.request('POST', '/api/resend-verification', { body: { email: 'stranger@example.com' } });
    return service.smtp.received.some(({ subject }) => subject === 'Your Latchkey account is deleted');
  });

describeWhereDatabasesDiffer('a deleted account', (kind) => {
  it('leaves its id in the events of the audit trail, and nothing else, in no row and in no file', async (t) => {
    const service = await startService(t, kind, EVERY_FEATURE);
    const other = await loggedIn(service);
    const { id, accessToken: token } = await usedAccount(service);
    assert.ok((await rowsWithTraces(service)).length >= 5);
    const findAuditEvents = await service.db.all('SELECT id, event FROM audit_events WHERE user_id = $1 ORDER BY id', [
      id,
    ]);

    assert.equal((await service.request('POST', '/api/me/delete', { token })).status, 200);
    const left = (await rowsWithTraces(service)).map(([table]) => table).filter((table) => table !== 'outbox');
    assert.deepEqual(left, [], 'only the last e-mail is left to be sent');
    await lastEmailIsSent(service);
    await until('its row is gone', async () => (await rowsWithTraces(service)).length === 0);
    await housekeepingStep(service.db, RETENTION);

    const rows = await allRows(service.db);
    for (const [table, all] of rows) {
      const own = all.filter(({ user_id }) => user_id === id);
      if (table !== 'audit_events') assert.deepEqual(own, [], table);
    }
    const byId = (a: Row, b: Row) => Number(a.id) - Number(b.id);
    const events = (rows.get('audit_events') ?? []).filter(({ user_id }) => user_id === id).sort(byId);
    assert.deepEqual(
      events.map(({ id: eventId, event }) => ({ id: eventId, event })).slice(0, -1),
      findAuditEvents,
      'what happened is still known',
    );
    assert.equal(events.at(-1)?.event, 'deleted');
    for (const { address, user_agent } of events) assert.deepEqual([address, user_agent], [null, null]);
    const ofOthers = rows.get('audit_events')?.filter(({ user_id }) => user_id === other.id) ?? [];
    assert.ok(ofOthers.length > 0 && ofOthers.every(({ address }) => address !== null));
    if (kind === 'sqlite') assert.deepEqual(tracesInFiles(service), []);
  });

  it('leaves nothing when the operator deletes it either, nor when its last e-mail cannot be delivered', async (t) => {
    const service = await startService(t, kind, EVERY_FEATURE);
    const { id, email } = await usedAccount(service);
    const printed: string[] = [];
    await assert.rejects(
      deleteUserCommand(service.db, [email], (line) => printed.push(line)),
      /would delete .* for good\. To do it: latchkey users delete .* --yes/,
    );
    assert.ok(await service.db.one('SELECT id FROM users WHERE id = $1', [id]));
    service.smtp.follow({ recipient: (address) => `550 5.1.1 <${address}> is gone` });
    await deleteUserCommand(service.db, [email], (line) => printed.push(line), { yes: true });
    assert.match(String(printed), new RegExp(`^account ${id} is deleted`));
    await service.clock.advance(5000);
    await until('the e-mail is given up', async () => (await rowsWithTraces(service)).length === 0);
    const sql = "SELECT actor, address, user_agent FROM audit_events WHERE user_id = $1 AND event = 'deleted'";
    assert.deepEqual(await service.db.one(sql, [id]), { actor: 'operator', address: null, user_agent: null });
    await housekeepingStep(service.db, RETENTION);
    if (kind === 'sqlite') assert.deepEqual(tracesInFiles(service), []);
  });

  it('loses the address and agent of events recorded late; those of existing accounts are fixed', async (t) => {
    const service = await startService(t, kind, EVERY_FEATURE);
    const [account, other] = [await loggedIn(service), await loggedIn(service)];
    await service.request('POST', '/api/me/delete', { token: account.accessToken });
    const late = { address: '192.0.2.77', userAgent: TRACES.agent };
    await service.db.batch([
      record('login_failed', ofAccount(account.id), byOwner(late)),
      record('login_failed', ofAccount(other.id), byOwner(late)),
    ]);
    await service.clock.advance(INTERVAL_MS);
    const sql = "SELECT address, user_agent FROM audit_events WHERE event = 'login_failed' AND user_id = $1";
    await until('it is made anonymous', async () => (await service.db.one(sql, [account.id]))?.address === null);
    assert.deepEqual(await service.db.one(sql, [account.id]), { address: null, user_agent: null });
    assert.deepEqual(await service.db.one(sql, [other.id]), { address: late.address, user_agent: late.userAgent });
    for (const change of [
      'address = NULL, user_agent = NULL WHERE user_id = $2',
      "event = 'logged_in' WHERE user_id = $1",
      "address = '192.0.2.1' WHERE user_id = $1",
      'user_id = $2 WHERE user_id = $1',
    ]) {
      await assert.rejects(
        service.db.all(`UPDATE audit_events SET ${change} AND $1 + $2 > 0`, [account.id, other.id]),
        /audit events cannot be changed/,
        change,
      );
    }
  });

  it('gets no e-mail any more that waited for the mail server', async (t) => {
    const service = await startService(t, kind, EVERY_FEATURE);
    const { email, accessToken: token } = await loggedIn(service);
    service.smtp.follow({ recipient: () => '451 4.3.0 try again' });
    await service.request('POST', '/api/forgot-password', { body: { email } });
    await until(
      'it was tried',
      async () =>
        (await service.db.one("SELECT email_id FROM outbox_attempts WHERE outcome = 'delayed'")) !== undefined,
    );
    assert.equal((await service.request('POST', '/api/me/delete', { token })).status, 200);
    service.smtp.follow({});
    await lastEmailIsSent(service);
    const received = service.smtp.received.filter(({ recipients }) => recipients.includes(email));
    assert.deepEqual([received.length, received.at(-1)?.subject], [2, 'Your Latchkey account is deleted']);
    assert.ok(!service.logLines.some((line) => JSON.parse(line).level >= 50), 'no error in the log');
  });
});
