import assert from 'node:assert/strict';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openSqlite } from '../../src/store/sqlite.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createServiceProcess, isReady, type ServiceProcess } from '../support/service-process.ts';
import { type Load, rounds, startLoad, startMail } from './load.ts';

/** The service may write no file beyond this, in the blocks of 512 bytes that POSIX gives `ulimit`: to it, the disk is full. */
const FULL_AT_BLOCKS = 4000;

describe('the embedded database in trouble', () => {
  async function start(t: TestContext, limits = ':'): Promise<{ service: ServiceProcess; load: Load; path: string }> {
    const smtp = await startMail(t);
    const service = await createServiceProcess(t, { settings: { SMTP_URL: smtp.url }, limits });
    await service.start();
    return { service, load: await startLoad(t, [service.url], smtp), path: join(service.dataDir, 'latchkey.db') };
  }
  const finish = async (load: Load, name: string, path: string) => {
    const db = openSqlite(path);
    await load.finish(name, db).finally(() => db.close());
  };

  it('answers 500 while the disk is full, says so, and goes on when there is room again', async (t) => {
    const { service, load, path } = await start(t, `ulimit -f ${FULL_AT_BLOCKS}`);
    const other = new DatabaseSync(path, { timeout: 5000 });
    t.after(() => other.close());
    other.exec('CREATE TABLE ballast (bytes BLOB)');
    for (let round = 0; round < rounds(2); round += 1) {
      await load.round(async () => {
        other.exec(`INSERT INTO ballast VALUES (zeroblob(${FULL_AT_BLOCKS * 512}))`);
        while (await isReady(service.url)) await setTimeout(20);
        assert.equal((await service.request('GET', '/readyz')).message, 'The database cannot be read and written');
        assert.equal((await service.request('GET', '/healthz')).status, 200);
        while (other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) await setTimeout(20);
        other.exec('DELETE FROM ballast');
        await service.untilReady();
      });
    }
    await finish(load, 'disk full (SQLite)', path);
  });

  it('stays responsive while another process holds the lock, and goes on after', async (t) => {
    const { service, load, path } = await start(t);
    const other = new DatabaseSync(path, { timeout: 5000 });
    t.after(() => other.close());
    for (let round = 0; round < rounds(1); round += 1) {
      await load.round(async () => {
        other.exec('BEGIN IMMEDIATE');
        // Longer than a request waits: it is told so, and nothing of it is done.
        while (!load.journal.statuses.get(500)) {
          const startedMs = performance.now();
          assert.equal((await service.request('GET', '/healthz')).status, 200);
          assert.ok(performance.now() - startedMs < 1000, 'waiting for a lock must not hold up others');
        }
        assert.equal(await isReady(service.url), false);
        other.exec('ROLLBACK');
      });
      load.journal.statuses.delete(500);
    }
    await finish(load, 'lock held by another process (SQLite)', path);
  });

  const asRoot = process.getuid?.() === 0;
  it('does not start on a file it may not write', { skip: asRoot && 'root may write any file' }, async (t) => {
    const service = await createServiceProcess(t);
    await service.start();
    await service.end('SIGTERM');
    for (const file of readdirSync(service.dataDir)) chmodSync(join(service.dataDir, file), 0o400);
    chmodSync(service.dataDir, 0o500);
    cleanUpAfter(t, () => chmodSync(service.dataDir, 0o700));
    await assert.rejects(service.start(), /ended: .*latchkey: cannot (open|write to) the database [^\n]+\n$/s);
  });

  it('does not start on a file that is no database', async (t) => {
    const service = await createServiceProcess(t);
    writeFileSync(join(service.dataDir, 'latchkey.db'), 'A letter to grandmother, as long as it takes.'.repeat(100));
    await assert.rejects(service.start(), /ended: latchkey: cannot open the database [^\n]+ not a database\n$/);
  });
});
