import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { createEmptyDatabase, describeOnBothDatabases } from '../support/databases.ts';

describeOnBothDatabases('migrations', (kind) => {
  it('are numbered without a gap, and the same on both databases', () => {
    const names = (which: 'sqlite' | 'postgres') =>
      readMigrations(which).map(({ version, name }) => `${version} ${name}`);
    assert.deepEqual(names('sqlite'), names('postgres'));
    assert.deepEqual(
      readMigrations(kind).map(({ version }) => version),
      readMigrations(kind).map((_, i) => i + 1),
    );
  });

  it('started by several at once run once', async (t) => {
    const database = await createEmptyDatabase(t, kind);
    const connections = Array.from({ length: 4 }, () => database.open());
    // One file cannot be waited for from within one process: there, several processes take turns (test/faults).
    if (kind === 'sqlite') for (const one of connections) await migrate(one);
    else await Promise.all(connections.map((one) => migrate(one)));
    const [db] = connections;
    const applied = await db?.all<{ version: number }>('SELECT version FROM schema_migrations ORDER BY version');
    assert.deepEqual(
      applied?.map(({ version }) => version),
      readMigrations(kind).map(({ version }) => version),
    );
    for (const connection of connections) await connection.close();
  });

  it('that fail leave the database as it was', async (t) => {
    const db = (await createEmptyDatabase(t, kind)).open();
    await migrate(db);
    const broken = {
      version: 999,
      name: 'broken',
      script: 'CREATE TABLE half (id INTEGER); SELECT no_such_function();',
    };
    await assert.rejects(migrate(db, [...readMigrations(kind), broken]));
    await assert.rejects(db.one('SELECT id FROM half'));
    await migrate(db);
    await db.close();
  });
});
