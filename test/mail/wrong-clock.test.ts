import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { LEASE_MS } from '../../src/mail/delivery.ts';
import type { Value } from '../../src/store/engine/database.ts';
import { createTestDatabase, describeOnBothDatabases, type TestDatabase } from '../support/databases.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { registered, type Service, startService, wakeWorker } from '../support/service.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;

describeOnBothDatabases('an e-mail of a time when the clock was an hour ahead', (kind) => {
  it('is tried again as soon as the clock is right, not an hour later', async (t) => {
    const service = await startService(t, kind);
    service.smtp.follow({ recipient: () => '451 4.3.0 try again' });
    await service.clock.advance(HOUR_MS);
    const { email } = await registered(service);
    await until('an attempt failed', () => service.mailCounters.delayed === 1);

    service.smtp.follow({});
    await service.clock.advance(-HOUR_MS);
    await wakeWorker(service);
    await until('it arrives', () => service.smtp.received.length === 1);
    assert.deepEqual(service.smtp.received[0]?.recipients, [email]);
  });

  it('is taken over from a worker that died, without waiting for a lease of that time', async (t) => {
    const service = await startService(t, kind);
    await service.clock.advance(HOUR_MS);
    service.smtp.follow({ message: () => 'hang' });
    await registered(service);
    await until('it is being sent', () => service.smtp.connections === 1);
    await service.stop();
    // What a worker that was killed leaves behind: the claim, and nobody who renews it.
    const db = service.database.open();
    await db.all('UPDATE outbox SET due_at = now() + ms($1), claimed_at = now()', [LEASE_MS]);
    await db.close();
    await service.clock.advance(-HOUR_MS);

    const next = await startService(t, kind, {}, service.database);
    await until('the next worker sends it', () => next.smtp.received.length === 1);
  });
});

describeOnBothDatabases('an e-mail claimed again, by a jump of the clock, while its result is being stored', (kind) => {
  /**
   * A database on which that happens once. The worker learns of the second claim before, or after, it is told that its
   * result is refused.
   */
  function withSecondClaim(database: TestDatabase, order: 'before' | 'after', wake: () => Promise<unknown>) {
    const refused = Promise.withResolvers<void>();
    let isSecond = false;
    const open = (): RawDatabase => {
      const db = database.open();
      const hasTwo = () => db.one("SELECT 1 AS one FROM outbox WHERE state = 'waiting' AND attempts = 2");
      return {
        ...db,
        async batch(statements) {
          if (isSecond || !statements.some(({ sql }) => sql.includes('INTO outbox_attempts')))
            return db.batch(statements);
          isSecond = true;
          await database.clock.jump(LEASE_MS + 1000);
          await wake();
          await until('the same worker has claimed it again', hasTwo);
          return db.batch(statements).finally(refused.resolve);
        },
        async all<R>(sql: string, params: readonly Value[] = []) {
          const rows = await db.all<R>(sql, params);
          if (order === 'after' && isSecond && sql.includes('attempts = attempts + 1')) {
            await refused.promise;
            await setImmediate();
          }
          return rows;
        },
      };
    };
    return { ...database, open };
  }

  for (const order of ['before', 'after'] as const) {
    it(`is settled all the same, and sent once: the claim is known ${order} the refusal`, async (t) => {
      const wake = () => wakeWorker(service);
      const database = withSecondClaim(await createTestDatabase(t, kind), order, wake);
      const service: Service = await startService(t, kind, {}, database);
      await registered(service);
      await until('it counts as sent', () => service.mailCounters.sent === 1);
      const stored = await service.db.all("SELECT state, attempts FROM outbox WHERE state <> 'void'");
      assert.deepEqual(stored, [{ state: 'sent', attempts: 2 }]);
      assert.equal(service.smtp.received.length, 1);
    });
  }
});
