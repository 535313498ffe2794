import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LEASE_MS } from '../../src/mail/delivery.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { registered, startService, wakeWorker } from '../support/service.ts';
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
