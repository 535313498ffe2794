import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { cleanUpAfter, type Lifetime } from '../../../support/clean-up.ts';
import { createTestDatabase } from '../../../support/databases.ts';
import { openPostgres } from '../../../support/raw-database.ts';

/**
 * Stands between Latchkey and PostgreSQL, and once it is told to makes every BEGIN something that PostgreSQL refuses.
 */
async function startSpoiler(t: Lifetime, target: URL) {
  const spoiler = { isOn: false, url: '' };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    client.on('data', (sent) => {
      const text = sent.toString('latin1');
      upstream.write(Buffer.from(spoiler.isOn ? text.replaceAll('BEGIN', 'BEGUN') : text, 'latin1'));
    });
    upstream.on('data', (answer) => client.write(answer));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  cleanUpAfter(t, () => server.close());
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  spoiler.url = url.href;
  return spoiler;
}

describe('a batch on PostgreSQL', () => {
  it('does nothing at all when its transaction could not begin', async (t) => {
    const database = await createTestDatabase(t, 'postgres');
    const spoiler = await startSpoiler(t, new URL(database.url));
    const db = openPostgres({ url: spoiler.url, maxConnections: 2, prepareStatements: true });
    cleanUpAfter(t, () => db.close());
    await db.one('CREATE TABLE things (id INTEGER)');
    const insert = (id: number) => ({ sql: 'INSERT INTO things VALUES ($1)', params: [id] });
    await db.batch([insert(1), insert(2)]);

    spoiler.isOn = true;
    await assert.rejects(db.batch([insert(3), insert(4)]), /syntax error/);
    // A condition goes out together with BEGIN.
    const condition = { sql: 'SELECT id FROM things WHERE id = $1 FOR UPDATE', params: [1], required: true };
    await assert.rejects(db.batch([condition, insert(5)]), /syntax error/);
    spoiler.isOn = false;
    assert.deepEqual(await db.all('SELECT id FROM things ORDER BY id'), [{ id: 1 }, { id: 2 }]);
  });
});
