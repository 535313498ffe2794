import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/store/postgres.ts';
import { createPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { rounds, startLoad, startMail } from './load.ts';

const INSTANCES = 2;

/** A primary whose commits wait for the standby, until it has one no more. */
async function startPair(t: TestContext): Promise<{ primary: PostgresServer; standby: PostgresServer }> {
  const primary = await createPostgres({ settings: { synchronous_standby_names: '*' } });
  const standby = await primary.createStandby();
  await Promise.all([primary.start(), standby.start()]);
  t.after(async () => {
    await standby.stop();
    await primary.stop();
  });
  return { primary, standby };
}

async function promote({ url }: PostgresServer): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('SELECT pg_promote()');
  await admin.end();
}

for (let round = 1; round <= rounds(1); round += 1) {
  it(`a failover to the synchronous standby loses nothing (${round})`, async (t) => {
    const { primary, standby } = await startPair(t);
    const smtp = await startMail(t);
    const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
    const settings = { DATABASE_URL: url, SMTP_URL: smtp.url };
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => createServiceProcess(t, { settings })));
    await Promise.all(instances.map((instance) => instance.start()));
    const load = await startLoad(
      t,
      instances.map((instance) => instance.url),
      smtp,
    );
    await load.round(async () => {
      await primary.kill();
      await promote(standby);
    });
    const db = openPostgres({ url: standby.url, maxConnections: 1, prepareStatements: true });
    await load.finish('failover to the standby', db).finally(() => db.close());
  });
}
