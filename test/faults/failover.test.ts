import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/store/engine/drivers/postgres.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { isLongRun, rounds, startLoad, startMail } from './load.ts';

const INSTANCES = 2;

interface Pair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
}

/** A primary whose commits wait for the standby. */
async function startPair(t: TestContext): Promise<Pair> {
  const primary = await createPostgres({ settings: { synchronous_standby_names: '*' } });
  const standby = await primary.createStandby();
  cleanUpAfter(t, async () => {
    await standby.stop();
    await primary.stop();
  });
  await Promise.all([primary.start(), standby.start()]);
  return { primary, standby };
}

async function ask<R extends pg.QueryResultRow>({ url }: PostgresServer, sql: string): Promise<R[]> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query<R>(sql);
  await admin.end();
  return rows;
}

const promote = (standby: PostgresServer) => ask(standby, 'SELECT pg_promote()');

/** As a machine whose disk hangs: connections stay open, and nothing is ever answered. Returns what ends it. */
async function freeze(server: PostgresServer): Promise<() => void> {
  const backends = await ask<{ pid: number }>(server, 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  const pids = [server.child.pid ?? 0, ...backends.map(({ pid }) => pid)];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, name);
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}

async function failOver(t: TestContext, name: string, fault: (pair: Pair) => Promise<void>): Promise<void> {
  const pair = await startPair(t);
  const smtp = await startMail(t);
  const url = `postgres://postgres@127.0.0.1:${pair.primary.port},127.0.0.1:${pair.standby.port}/postgres`;
  const settings = { DATABASE_URL: url, SMTP_URL: smtp.url };
  const instances = await Promise.all(Array.from({ length: INSTANCES }, () => createServiceProcess(t, { settings })));
  await Promise.all(instances.map((instance) => instance.start()));
  const urls = instances.map((instance) => instance.url);
  const load = await startLoad(t, urls, smtp);
  await load.round(() => fault(pair));
  const db = openPostgres({ url: pair.standby.url, maxConnections: 1, prepareStatements: true });
  await load.finish(name, db).finally(() => db.close());
}

describe('a failover to the synchronous standby', () => {
  // Two servers and a load: engine/drivers/postgres.test.ts tests that no write is done before the standby has it.
  const skip = !isLongRun && 'only in npm run faults';
  for (let round = 1; round <= rounds(1); round += 1) {
    it(`loses nothing when the primary is killed (${round})`, { skip }, (t) =>
      failOver(t, 'primary killed, standby promoted', async ({ primary, standby }) => {
        await primary.kill();
        await promote(standby);
      }),
    );

    // Slow by nature: clients must first be sure that no answer will come.
    it(`loses nothing when the primary hangs (${round})`, { skip }, (t) =>
      failOver(t, 'primary hangs, standby promoted', async ({ primary, standby }) => {
        const thaw = await freeze(primary);
        cleanUpAfter(t, thaw);
        await promote(standby);
      }),
    );
  }
});
