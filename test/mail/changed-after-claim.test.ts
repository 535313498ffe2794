import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Value } from '../../src/store/engine/database.ts';
import { enqueue } from '../../src/store/queues/outbox.ts';
import { addressWaitingEmails } from '../../src/store/tables/email-changes.ts';
import { createTestDatabase, describeOnBothDatabases, type TestDatabase } from '../support/databases.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { startService, verified, wakeWorker } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A database on which something happens right after an e-mail was claimed, once. */
function afterNextClaim(database: TestDatabase) {
  let happens: ((db: RawDatabase) => Promise<unknown>) | undefined;
  const open = (): RawDatabase => {
    const db = database.open();
    return {
      ...db,
      async all<R>(sql: string, params: readonly Value[] = []) {
        const rows = await db.all<R>(sql, params);
        const work = sql.includes('attempts = attempts + 1') && rows.length > 0 ? happens : undefined;
        if (work) happens = undefined;
        await work?.(db);
        return rows;
      },
    };
  };
  return {
    database: { ...database, open },
    after(work: (db: RawDatabase) => Promise<unknown>) {
      happens = work;
    },
  };
}

describeOnBothDatabases('an e-mail that was claimed before the address of its account is changed', (kind) => {
  it('goes to the address that it was caused for, once', async (t) => {
    const { database, after } = afterNextClaim(await createTestDatabase(t, kind));
    const service = await startService(t, kind, {}, database);
    const { id, email } = await verified(service);
    const next = 'thief@example.org';
    await service.emailsTo(email);
    after((db) =>
      db.batch([
        addressWaitingEmails(id, email),
        { sql: 'UPDATE users SET email = $2 WHERE id = $1', params: [id, next] },
      ]),
    );
    await service.db.batch([enqueue('password_changed', email)]);
    await wakeWorker(service);
    const isNotice = ({ subject }: { subject: string }) => /password/i.test(subject);
    await until('it is sent', () => service.smtp.received.some(isNotice));
    const to = service.smtp.received.filter(isNotice).flatMap(({ recipients }) => recipients);
    assert.deepEqual(to, [email]);
  });
});
