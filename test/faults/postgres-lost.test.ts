import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/store/drivers/postgres.ts';
import { createPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { createServiceProcess, isReady, type ServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { type Load, rounds, startLoad, startMail } from './load.ts';

const CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'latchkey'";

describe('PostgreSQL lost under load', () => {
  let server: PostgresServer;
  before(async () => {
    server = await createPostgres({ fsync: true });
    await server.start();
  });
  after(() => server.stop());

  async function withLoad(t: TestContext, name: string, fault: (service: ServiceProcess, load: Load) => Promise<void>) {
    const smtp = await startMail(t);
    const service = await createServiceProcess(t, { settings: { DATABASE_URL: server.url, SMTP_URL: smtp.url } });
    await service.start();
    const load = await startLoad(t, [service.url], smtp);
    for (let round = 0; round < rounds(1); round += 1) await load.round(() => fault(service, load));
    const db = openPostgres({ url: server.url, maxConnections: 1, prepareStatements: true });
    await load.finish(name, db).finally(() => db.close());
    assert.equal(service.child.exitCode, null, service.output());
  }

  it('answers the documented 500 while it is down, says so, and goes on by itself', (t) =>
    withLoad(t, 'PostgreSQL killed -9', async (service, { journal }) => {
      await server.kill();
      assert.equal(await isReady(service.url), false);
      assert.equal((await service.request('GET', '/healthz')).status, 200);
      const body = { email: 'a@example.com', password: 'Whatever1' };
      const answer = await service.request('POST', '/api/login', { body });
      assert.deepEqual([answer.status, answer.message], [500, 'Server error']);
      await server.start();
      assert.ok([...journal.statuses.keys()].every((status) => [200, 201, 401, 500].includes(status)));
    }));

  it('leaves one line in the log when it is lost and one when it is back, and no stack for each request', async (t) => {
    const settings = { DATABASE_URL: server.url, LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
    const service = await createServiceProcess(t, { settings });
    await service.start();
    const logged = (text: string) => service.output().split(text).length - 1;
    const login = () =>
      service.request('POST', '/api/login', { body: { email: 'a@example.com', password: 'Whatever1' } });
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
