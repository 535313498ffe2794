import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createTestDatabase, type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, registered, type Service, startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * The worker's own statements, which come whenever they come, before the answer too. A request writes new rows into the outbox and does nothing else with
 * it, and does not read the change of address that an e-mail is about.
 */
const isOfWorker = (sql: string): boolean =>
  (/\boutbox\b/.test(sql) && !/INSERT INTO outbox\b/.test(sql)) ||
  /^SELECT .* FROM email_changes WHERE id = /s.test(sql);

/** A service whose database keeps what it was asked, one line for each trip to it. */
async function startRecorded(t: TestContext, kind: DatabaseKind): Promise<{ service: Service; trips: string[][] }> {
  const database = await createTestDatabase(t, kind);
  const trips: string[][] = [];
  const keep = (...statements: string[]) => statements.some(isOfWorker) || trips.push(statements);
  const open: typeof database.open = () => {
    const db = database.open();
    return {
      ...db,
      one(sql, params) {
        keep(sql);
        return db.one(sql, params);
      },
      all(sql, params) {
        keep(sql);
        return db.all(sql, params);
      },
      batch(statements) {
        keep(...statements.map(({ sql }) => sql));
        return db.batch(statements);
      },
    };
  };
  return { service: await startService(t, kind, {}, { ...database, open }), trips };
}

describeOnBothDatabases('a request about an address', (kind) => {
  it('asks the database for the same, whether an account has it or nobody', async (t) => {
    const { service, trips } = await startRecorded(t, kind);
    const [active, inactive] = [(await verified(service)).email, (await registered(service)).email];
    const { accessToken: token } = await loggedIn(service);
    const askedFor = async (path: string, email: string) => {
      await until('the worker is done', async () => {
        return !(await service.db.one("SELECT 1 AS one FROM outbox WHERE state IN ('waiting', 'void')"));
      });
      trips.splice(0);
      const { status } = await service.request('POST', path, { token, body: { email, password: 'Wrong-1-x' } });
      assert.ok(status === 200 || status === 401);
      return trips.splice(0);
    };
    for (const path of ['/api/login', '/api/forgot-password', '/api/resend-verification', '/api/me/email']) {
      const forNobody = await askedFor(path, 'nobody@example.com');
      assert.ok(forNobody.some((statements) => statements.some((sql) => /INSERT|UPDATE/.test(sql))));
      for (const email of [active, inactive]) assert.deepEqual(await askedFor(path, email), forNobody, path);
    }
  });
});
