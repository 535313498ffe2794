import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/store/engine/drivers/postgres.ts';
import { createPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { createServiceProcess, isReady, type ServiceProcess } from '../support/service-process.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { type Load, rounds, startLoad } from './load.ts';

const CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'latchkey%'";

/** One service lives through all of it, because each start costs half a second of processor time. */
describe('PostgreSQL lost under load', () => {
  const cleanUps: (() => unknown)[] = [];
  let server: PostgresServer;
  let smtp: SmtpSink;
  let service: ServiceProcess;
  before(async () => {
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    server = await createPostgres({ fsync: true });
    cleanUps.push(() => server.stop());
    await server.start();
    smtp = await startSmtpSink(t);
    const settings = { DATABASE_URL: server.url, SMTP_URL: smtp.url, LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
    service = await createServiceProcess(t, { settings });
    await service.start();
  });
  after(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  async function withLoad(t: TestContext, name: string, fault: (load: Load) => Promise<void>) {
    const load = await startLoad(t, [service.url], smtp);
    for (let round = 0; round < rounds(1); round += 1) await load.round(() => fault(load));
    const db = openPostgres({ url: server.url, maxConnections: 1, prepareStatements: true });
    await load.finish(name, db).finally(() => db.close());
    assert.equal(service.child.exitCode, null, service.output());
  }

  const login = () =>
    service.request('POST', '/api/login', { body: { email: 'a@example.com', password: 'Whatever1' } });

  it('leaves one line in the log when it is lost and one when it is back, and no stack for each request', async () => {
    const logged = (text: string) => service.output().split(text).length - 1;
    await server.kill();
    const statuses = (await Promise.all(Array.from({ length: 50 }, login))).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([500]));
    await until('each has its line', () => logged('"status":500') >= 50);
    assert.equal(logged('"status":500'), 50);
    assert.equal(logged('database lost'), 1);
    await server.start();
    await until('it is back', async () => (await login()) && logged('database back') > 0);
    assert.deepEqual([logged('database lost'), logged('database back')], [1, 1]);
    assert.doesNotMatch(service.output(), /"stack"/);
  });

  it('answers the documented 500 while it is down, says so, and goes on by itself', (t) =>
    withLoad(t, 'PostgreSQL killed -9', async ({ journal }) => {
      await server.kill();
      assert.equal(await isReady(service.url), false);
      assert.equal((await service.request('GET', '/healthz')).status, 200);
      const answer = await login();
      assert.deepEqual([answer.status, answer.message], [500, 'Server error']);
      await server.start();
      assert.ok([...journal.statuses.keys()].every((status) => [200, 201, 401, 500].includes(status)));
    }));

  it('rides out a restart', (t) =>
    withLoad(t, 'PostgreSQL restarted', async () => {
      server.child.kill('SIGINT');
      await new Promise((resolve) => server.child.once('exit', resolve));
      await server.start();
    }));

  it('replaces connections that are cut', async (t) => {
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    t.after(() => admin.end());
    await withLoad(t, 'connections cut', async () => void (await admin.query(CUT)));
  });
});
