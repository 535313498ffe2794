import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../../../src/config/config.ts';
import { DatabaseUnusable, UniqueViolation } from '../../../../src/store/engine/database.ts';
import { NotReplicated } from '../../../../src/store/engine/drivers/postgres-connections.ts';
import { migrate, readMigrations } from '../../../../src/store/engine/migrate.ts';
import { type Certificate, createCertificate } from '../../../support/certificate.ts';
import { cleanUpAfter } from '../../../support/clean-up.ts';
import { createTestDatabase } from '../../../support/databases.ts';
import { freePort } from '../../../support/free-port.ts';
import { createPostgres, type PostgresServer, startPostgres } from '../../../support/postgres-server.ts';
import { openPostgres, type RawDatabase } from '../../../support/raw-database.ts';
import { until } from '../../../support/until.ts';

const open = (t: TestContext, url: string, prepareStatements = true): RawDatabase => {
  const db = openPostgres({ url, maxConnections: 3, prepareStatements });
  cleanUpAfter(t, () => db.close());
  return db;
};

const connected = async (t: TestContext, url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  cleanUpAfter(t, () => client.end());
  return client;
};

/** Leads to a server; connections after the first one get their answers late. Returns its own port. */
async function slowAfterTheFirst(t: TestContext, port: number, byMs: number): Promise<number> {
  let connections = 0;
  const proxy = createServer((socket) => {
    const server = connect(port, '127.0.0.1');
    connections += 1;
    const lateMs = connections === 1 ? 0 : byMs;
    server.on('data', (chunk) => setTimeout(() => socket.write(chunk), lateMs));
    socket.pipe(server);
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  cleanUpAfter(t, () => proxy.close());
  return (proxy.address() as AddressInfo).port;
}

describe('the PostgreSQL driver', () => {
  it('answers every read of one moment by itself, also when one of them fails and when they are many', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const db = open(t, url);
    const [failed, ...others] = await Promise.allSettled([
      db.one('SELECT 1 / (1 - $1::int) AS n', [1]),
      ...Array.from({ length: 200 }, (_, n) => db.one('SELECT $1::int AS n', [n])),
    ]);
    assert.match(String(failed.status === 'rejected' && failed.reason), /division by zero/);
    for (const [n, outcome] of others.entries()) assert.deepEqual(outcome, { status: 'fulfilled', value: { n } });
  });

  it('takes no other warning for a commit that was not confirmed, whatever it says', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const client = await connected(t, url);
    await client.query(`CREATE TABLE things (name TEXT);
      CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE WARNING 'canceling wait for synchronous replication due to user request'; RETURN NEW; END; $$;
      CREATE TRIGGER warn BEFORE INSERT ON things FOR EACH ROW EXECUTE FUNCTION warn()`);
    const db = open(t, url);
    assert.deepEqual(await db.all("INSERT INTO things VALUES ('a') RETURNING name"), [{ name: 'a' }]);
    const insert = { sql: "INSERT INTO things VALUES ('b') RETURNING name", params: [] };
    assert.deepEqual(await db.batch([insert]), [[{ name: 'b' }]]);
  });

  it('reads a time to the millisecond, whatever zone the server is in', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const client = await connected(t, url);
    const ms = [0, 1, 999, 1_800_000_000_123, 253_402_300_800_000];
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns']) {
      await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET TimeZone = '${zone}'`);
      const rows = await open(t, url).all(
        'SELECT at($1) AS at UNION ALL SELECT at($2) UNION ALL SELECT at($3) UNION ALL SELECT at($4) UNION ALL ' +
          'SELECT at($5)',
        ms,
      );
      assert.deepEqual(
        rows,
        ms.map((at) => ({ at })),
        zone,
      );
    }
  });

  it('does not let a read wait for a write that waits for a lock', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const db = open(t, url);
    await db.all('CREATE TABLE things (name TEXT PRIMARY KEY)');
    await db.all("INSERT INTO things VALUES ('a')");
    const other = await connected(t, url);
    await other.query("BEGIN; UPDATE things SET name = 'b'");
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    const write = db.one("UPDATE things SET name = 'c' WHERE name = 'a'").then(note('write'));
    await db.one('SELECT name FROM things').then(note('read'));
    await other.query('ROLLBACK');
    await write;
    assert.deepEqual(order, ['read', 'write']);
  });

  it('undoes a batch as a whole, and can go on with the connection', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const db = open(t, url);
    await db.all('CREATE TABLE things (name TEXT PRIMARY KEY)');
    const insert = (name: string) => ({ sql: 'INSERT INTO things VALUES ($1)', params: [name] });
    const find = (name: string) => ({ sql: 'SELECT name FROM things WHERE name = $1', params: [name], required: true });
    await db.batch([insert('a'), insert('b')]);
    await assert.rejects(db.batch([insert('c'), insert('a'), insert('d')]), UniqueViolation);
    await assert.rejects(db.batch([insert('c'), find('a'), insert('a')]), UniqueViolation);
    await assert.rejects(db.batch([insert('c'), { sql: 'INSERT INTO nothing VALUES (1)', params: [] }]), /nothing/);
    assert.equal(await db.batch([insert('c'), find('no such thing'), insert('d')]), undefined);
    assert.deepEqual(await db.batch([find('a'), insert('e'), find('e')]), [[{ name: 'a' }], [], [{ name: 'e' }]]);
    assert.deepEqual(await db.all('SELECT name FROM things ORDER BY name'), [
      { name: 'a' },
      { name: 'b' },
      { name: 'e' },
    ]);
  });

  it('does a batch again that a deadlock has undone, once and as a whole', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const db = open(t, url);
    await db.all('CREATE TABLE counters (name TEXT PRIMARY KEY, value INT NOT NULL DEFAULT 0)');
    await db.all("INSERT INTO counters VALUES ('a'), ('b')");
    const count = (name: string) => ({
      sql: 'UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value',
      params: [name],
      required: true,
    });
    const soon = { sql: "SET LOCAL deadlock_timeout = '5ms'", params: [] };
    const inOrder = (...names: string[]) => db.batch([soon, ...names.map(count)]);
    // Two at a time: whoever is undone meets nobody the second time.
    for (let round = 1; round <= 20; round += 1) await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')]);
    assert.deepEqual(await db.all('SELECT name, value FROM counters ORDER BY name'), [
      { name: 'a', value: 40 },
      { name: 'b', value: 40 },
    ]);
    const deadlocks = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
    await until(
      'PostgreSQL has counted a deadlock',
      async () => Number((await db.one<{ deadlocks: number }>(deadlocks))?.deadlocks) > 0,
    );
  });

  it('gives up on a lock that is not released', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const db = open(t, `${url}&lock_timeout=100`);
    await db.all('CREATE TABLE things (name TEXT PRIMARY KEY)');
    const other = await connected(t, url);
    await other.query('BEGIN; LOCK TABLE things');
    await assert.rejects(db.all('SELECT name FROM things'), { code: '55P03' });
    await other.query('ROLLBACK');
    assert.deepEqual(await db.all('SELECT name FROM things'), []);
  });

  it('changes the schema as soon as nobody holds the tables, without holding up others meanwhile', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const db = open(t, url);
    await migrate(db);
    const other = await connected(t, url);
    await other.query('BEGIN; SELECT count(*) FROM users');
    const known = readMigrations('postgres');
    const added = { version: 900, name: 'more', script: 'ALTER TABLE users ADD COLUMN more TEXT' };
    const migrated = migrate(db, { migrations: [...known, added] });
    // Behind a waiting ALTER TABLE every reader would wait too, longer than a statement may take.
    for (let reads = 0; reads < 3; reads += 1) await db.all('SELECT id FROM users');
    await other.query('COMMIT');
    await migrated;
    await db.all('SELECT more FROM users');
  });

  it('changes the schema once more after a deadlock with a request that locks in another order', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const db = open(t, url);
    await migrate(db);
    const request = await connected(t, url);
    await request.query("BEGIN; SET LOCAL deadlock_timeout = '1min'; UPDATE users SET role = role");
    const script = `SET LOCAL deadlock_timeout = '5ms'; ALTER TABLE audit_events ADD COLUMN more TEXT;
      ALTER TABLE users ADD COLUMN more TEXT`;
    const migrations = [...readMigrations('postgres'), { version: 900, name: 'more', script }];
    const migrated = migrate(db, { migrations });
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass";
    const watcher = await connected(t, url);
    await until('the change waits for the users', async () => (await watcher.query(waiting)).rowCount === 1);
    // The change is undone before this has waited for long, and waits for the end of the request the next time.
    await request.query("INSERT INTO audit_events (happened_at, event) VALUES (now(), 'registered')");
    await request.query('COMMIT');
    await migrated;
    await db.all('SELECT more FROM users');
  });

  it('names no statement and sets nothing on the session when told that a pooler is in between', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const settings = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      (SELECT count(*) FROM pg_prepared_statements) AS prepared`;
    const pooled = open(t, url, false);
    await pooled.one(settings);
    assert.deepEqual(await pooled.one(settings), { statement: '0', lock: '0', prepared: 0 });
    const direct = open(t, url);
    await direct.one(settings);
    assert.deepEqual(await direct.one(settings), { statement: '5s', lock: '3s', prepared: 1 });
  });

  it('refuses an address with one line that says what is wrong', () => {
    const cases: readonly (readonly [url: string, message: RegExp])[] = [
      ['postgres://a,b:x/db', /^DATABASE_URL has an impossible host: "b:x"\. Example: /],
      ['postgres://u:secret@a/db?sslmode=prefer', /^DATABASE_URL has an sslmode that must be one of disable, require/],
      ['postgres://a/db?sslmode=verify-ca', /^DATABASE_URL has sslmode=verify-ca without sslrootcert=/],
      ['mysql://u:secret@a/db', /^DATABASE_URL must be sqlite:<path> or postgres:\/\/…, not "mysql:\/\/\*\*\*@a\/db"/],
    ];
    for (const [url, message] of cases) assert.throws(() => readConfig({ DATABASE_URL: url }, 2), { message });
  });
});

describe('PostgreSQL with a standby', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  before(async () => {
    primary = await createPostgres({ settings: { synchronous_standby_names: '*' } });
    standby = await primary.createStandby();
    await Promise.all([primary.start(), standby.start()]);
  });
  after(async () => {
    await standby.stop();
    await primary.stop();
  });

  it('uses the host that takes writes, wherever it stands in the list', async (t) => {
    const hosts = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${standby.port}`, `127.0.0.1:${primary.port}`];
    const db = open(t, `postgres://postgres@${hosts.join(',')}/postgres`);
    await db.check();
    assert.deepEqual(await db.one('SELECT pg_is_in_recovery() AS standby'), { standby: false });
  });

  it('refuses to read from a standby', async (t) => {
    const db = open(t, standby.url);
    await assert.rejects(db.one('SELECT 1'), {
      message: `cannot use PostgreSQL: 127.0.0.1:${standby.port} takes no writes: it is a standby`,
    });
    await assert.rejects(migrate(db), DatabaseUnusable);
  });

  it('is not ready while the server takes no writes, and is again when it does', async (t) => {
    const db = open(t, primary.url);
    const admin = await connected(t, primary.url);
    await db.check();
    const switchTo = async (value: string) => {
      await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await admin.query('SELECT pg_reload_conf()');
    };
    await admin.query('SET default_transaction_read_only = off');
    await switchTo('on');
    const isReady = () =>
      db.check().then(
        () => true,
        () => false,
      );
    await until('it is not ready', async () => !(await isReady()));
    await assert.rejects(db.one('SELECT 1'));
    await switchTo('off');
    await until('it is ready again', isReady);
  });

  it('does not call a write done that the standby has not confirmed', async (t) => {
    const db = open(t, primary.url);
    await db.all('CREATE TABLE things (name TEXT PRIMARY KEY)');
    const admin = await connected(t, primary.url);
    await standby.kill();
    // A process of the standby outlives it for a moment, and would confirm the writes.
    const isSeen = async () => (await admin.query('SELECT pid FROM pg_stat_replication')).rows.length > 0;
    await until('the standby is gone', async () => !(await isSeen()));
    const waiting = async () =>
      (await admin.query("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).rows.length;
    await admin.query('SET synchronous_commit = local');
    const writes = Promise.allSettled([
      db.all("INSERT INTO things VALUES ('a')"),
      db.batch([{ sql: "INSERT INTO things VALUES ('b')", params: [] }]),
    ]);
    await until('both wait for the standby', async () => (await waiting()) === 2);
    await admin.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    for (const outcome of await writes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof NotReplicated);
    }

    // Left alone, such a write waits for good. We do not, and neither does the server on our behalf.
    const port = await slowAfterTheFirst(t, primary.port, 400);
    const impatient = open(t, `postgres://postgres@127.0.0.1:${port}/postgres?query_timeout=300`);
    await assert.rejects(impatient.all("INSERT INTO things VALUES ('c')"), /timeout/);
    await until('nobody waits any more', async () => (await waiting()) === 0);
  });
});

describe('PostgreSQL over TLS', () => {
  let server: PostgresServer;
  let certificate: Certificate;
  let folder: string;
  before(async () => {
    certificate = createCertificate('localhost');
    folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'));
    writeFileSync(join(folder, 'right.pem'), certificate.certificate);
    writeFileSync(join(folder, 'wrong.pem'), createCertificate('localhost').certificate);
    server = await startPostgres({
      settings: { ssl: 'on' },
      files: { 'server.crt': certificate.certificate, 'server.key': certificate.key },
    });
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const isEncrypted = 'SELECT ssl AS encrypted FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

  const accepted = [
    ['127.0.0.1', 'sslmode=disable', false],
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=right.pem', true],
    ['localhost', 'sslmode=verify-full&sslrootcert=right.pem', true],
  ] as const;
  for (const [host, params, encrypted] of accepted) {
    it(`connects to ${host} with ${params}`, async (t) => {
      const db = open(t, urlOf(host, params));
      assert.deepEqual(await db.one(isEncrypted), { encrypted });
    });
  }

  const refused = [
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=right.pem', /does not match certificate/],
    ['localhost', 'sslmode=verify-full&sslrootcert=wrong.pem', /certificate/],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=wrong.pem', /certificate/],
    ['127.0.0.1', 'sslmode=require&sslrootcert=wrong.pem', /certificate/],
    ['localhost', 'sslmode=verify-full', /self-signed certificate/],
  ] as const;
  for (const [host, params, message] of refused) {
    it(`refuses ${host} with ${params}`, async (t) => {
      const db = open(t, urlOf(host, params));
      await assert.rejects(db.one(isEncrypted), message);
      await assert.rejects(migrate(db), DatabaseUnusable);
    });
  }

  for (const [content, reason] of [
    [undefined, 'ENOENT'],
    ['', 'it holds no certificate'],
    ['no certificate\n', 'it holds no certificate'],
  ] as const) {
    it(`names the file where it is none (${reason})`, (t) => {
      const file = join(folder, 'other.pem');
      rmSync(file, { force: true });
      if (content !== undefined) writeFileSync(file, content);
      assert.throws(() => open(t, urlOf('localhost', 'sslmode=verify-full&sslrootcert=other.pem')), {
        name: 'Error',
        message: `DATABASE_URL has an sslrootcert that cannot be used, ${file}: ${reason}`,
      });
    });
  }

  const urlOf = (host: string, params: string) =>
    `postgres://postgres@${host}:${server.port}/postgres?${params.replace('sslrootcert=', `sslrootcert=${folder}/`)}`;
});
