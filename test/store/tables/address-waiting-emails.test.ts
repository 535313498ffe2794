import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as outbox from '../../../src/store/queues/outbox.ts';
import { addressWaitingEmails } from '../../../src/store/tables/email-changes.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { startService, verified } from '../../support/service.ts';

describeWhereDatabasesDiffer('an e-mail that waits while the address of its account is changed', (kind) => {
  it('goes to the address that it was caused for, however often the address changes', async (t) => {
    const service = await startService(t, kind);
    const [{ id, email }, other] = [await verified(service), await verified(service)];
    await service.stop();
    const db = service.database.open();
    t.after(() => db.close());
    const recipient = 'somebody@elsewhere.example';
    await db.all('DELETE FROM outbox');
    await db.batch([
      outbox.enqueue('password_changed', email),
      outbox.enqueue('email_in_use', email, { recipient }),
      outbox.enqueue('new_device', other.email),
    ]);
    await db.batch([addressWaitingEmails(id, 'first@example.com')]);
    await db.batch([outbox.enqueue('passkey_added', email), addressWaitingEmails(id, 'second@example.com')]);
    const rows = await db.all<{ kind: string; recipient: string | null }>(
      'SELECT kind, recipient FROM outbox ORDER BY kind',
    );
    assert.deepEqual(
      rows.map((row) => [row.kind, row.recipient]),
      [
        ['email_in_use', recipient],
        ['new_device', null],
        ['passkey_added', 'second@example.com'],
        ['password_changed', 'first@example.com'],
      ],
    );
  });
});
