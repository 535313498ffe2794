import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { openSqlite } from '../../src/store/engine/drivers/sqlite.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { registration } from '../support/service.ts';
import { createServiceProcess, isReady, type ServiceProcess } from '../support/service-process.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { type Load, rounds, startLoad } from './load.ts';

/**
 * The service may write no file beyond this, in the blocks of 512 bytes that POSIX gives `ulimit`: to it, the disk is
 * full. More than the 4 MB at which SQLite empties its log: a log that may not grow that far would be full for ever,
 * without anybody's ballast.
 */
const FULL_AT_BLOCKS = 12_000;

/** A disk of 3 MB for the service alone, for which no root is needed where the system lets a user make namespaces. */
const ON_SMALL_DISK =
  'exec unshare --mount --map-root-user sh -c \'mount -t tmpfs -o size=3m tmpfs "$DATA_DIR" && exec "$0" "$@"\' ' +
  '"$0" "$@"';
const LEFT_ON_SMALL_DISK = 96 * 1024;
const noSmallDisk = (): string | false => {
  const mount = 'mount -t tmpfs -o size=3m tmpfs /tmp';
  return spawnSync('unshare', ['--mount', '--map-root-user', 'sh', '-c', mount]).status === 0
    ? false
    : 'this system lets nobody but root make a small disk';
};

/** One service lives through both, because each start costs half a second of processor time. */
describe('the embedded database in trouble under load', () => {
  const cleanUps: (() => unknown)[] = [];
  let smtp: SmtpSink;
  let service: ServiceProcess;
  let path: string;
  before(async () => {
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    smtp = await startSmtpSink(t);
    const settings = { SMTP_URL: smtp.url };
    service = await createServiceProcess(t, { settings, limits: `ulimit -f ${FULL_AT_BLOCKS}` });
    await service.start();
    path = join(service.dataDir, 'latchkey.db');
  });
  after(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  const start = (t: TestContext): Promise<Load> => startLoad(t, [service.url], smtp);
  const finish = async (load: Load, name: string) => {
    const db = openSqlite(path);
    await load.finish(name, db).finally(() => db.close());
  };

  it('answers 500 while the disk is full, says so, and goes on when there is room again', async (t) => {
    const load = await start(t);
    const other = new DatabaseSync(path, { timeout: 5000 });
    t.after(() => other.close());
    // The ballast stays in the log, which is then full at once: nobody moves it to the database before the test does.
    other.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE ballast (bytes BLOB)');
    for (let round = 0; round < rounds(1); round += 1) {
      await load.round(async () => {
        other.exec(`INSERT INTO ballast VALUES (zeroblob(${FULL_AT_BLOCKS * 512}))`);
        await until('it is not ready', async () => !(await isReady(service.url)));
        assert.equal((await service.request('GET', '/readyz')).message, 'The database cannot be read and written');
        assert.equal((await service.request('GET', '/healthz')).status, 200);
        // With VACUUM, or the database would go on using the pages of the ballast, which are beyond the limit of the
        // service.
        other.exec('DELETE FROM ballast; VACUUM');
        const checkpoint = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
        await until('the log is empty', () => !checkpoint.get()?.busy);
        await service.untilReady();
      });
    }
    await finish(load, 'disk full (SQLite)');
    assert.match(service.output(), /error: database lost: requests fail until it is back database=sqlite reason=/);
    assert.doesNotMatch(service.output(), /\n {4}at /, 'a failed request leaves no stack while the disk is full');
  });

  it('stays responsive while another process holds the lock, and goes on after', async (t) => {
    const load = await start(t);
    const other = new DatabaseSync(path, { timeout: 5000 });
    t.after(() => other.close());
    for (let round = 0; round < rounds(1); round += 1) {
      await load.round(async () => {
        other.exec('BEGIN IMMEDIATE');
        // Longer than a request waits: it is told so, and nothing of it is done.
        await until('a request has waited for the lock in vain', async () => {
          const startedMs = performance.now();
          assert.equal((await service.request('GET', '/healthz')).status, 200);
          assert.ok(performance.now() - startedMs < 1000, 'waiting for a lock must not hold up others');
          return load.journal.statuses.get(500);
        });
        assert.equal(await isReady(service.url), false);
        other.exec('ROLLBACK');
      });
      load.journal.statuses.delete(500);
    }
    await finish(load, 'lock held by another process (SQLite)');
  });
});

describe('the embedded database in trouble', () => {
  it('is not ready where there is less free space than it looks for, and writes nothing to find out', async (t) => {
    // Enough for the log of a database that is there already, not for the free space that a ready service wants to see.
    const service = await createServiceProcess(t, { limits: 'ulimit -f 510' });
    const db = openSqlite(join(service.dataDir, 'latchkey.db'));
    await migrate(db).finally(() => db.close());
    void service.start().catch(() => {});
    await until('the service answers', () => service.request('GET', '/healthz').catch(() => undefined));
    const { status, message } = await service.request('GET', '/readyz');
    assert.deepEqual([status, message], [503, 'The database cannot be read and written']);
    assert.deepEqual(
      readdirSync(service.dataDir).filter((file) => file.includes('scratch')),
      [],
    );
    assert.equal((await service.request('POST', '/api/register', { body: registration() })).status, 201);
  });

  it('is not ready on a disk on which a registration has failed', { skip: noSmallDisk() }, async (t) => {
    const service = await createServiceProcess(t, { limits: ON_SMALL_DISK });
    await service.start();
    const ballast = join(`/proc/${service.child.pid}/root`, service.dataDir, 'ballast');
    const { bavail, bsize } = statfsSync(dirname(ballast));
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_ON_SMALL_DISK));
    const register = () => service.request('POST', '/api/register', { body: registration() });
    await until('a registration fails', async () => (await register()).status === 500);
    await until('it is not ready', async () => !(await isReady(service.url)), 3000);
    for (let look = 0; look < 20; look += 1) assert.equal(await isReady(service.url), false);
    rmSync(ballast);
    await service.untilReady();
    assert.equal((await register()).status, 201);
  });

  const asRoot = process.getuid?.() === 0;
  it('does not start on a file it may not write', { skip: asRoot && 'root may write any file' }, async (t) => {
    const service = await createServiceProcess(t);
    await service.start();
    await service.end('SIGTERM');
    for (const file of readdirSync(service.dataDir)) chmodSync(join(service.dataDir, file), 0o400);
    chmodSync(service.dataDir, 0o500);
    cleanUpAfter(t, () => chmodSync(service.dataDir, 0o700));
    await assert.rejects(service.start(), /ended with 1: .*latchkey: cannot (open|write to) the database [^\n]+\n$/s);
  });

  it('does not start on a file that is no database', async (t) => {
    const service = await createServiceProcess(t);
    writeFileSync(join(service.dataDir, 'latchkey.db'), 'A letter to grandmother, as long as it takes.'.repeat(100));
    await assert.rejects(service.start(), /ended with 1: latchkey: cannot open the database [^\n]+ not a database\n$/);
  });
});
