import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Contended, type Statement } from '../../../../src/store/engine/database.ts';
import { cleanUpAfter, type Lifetime } from '../../../support/clean-up.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { openPostgres } from '../../../support/raw-database.ts';
import { loggedIn, registration, startService } from '../../../support/service.ts';
import { startTransactionPooler } from '../../../support/transaction-pooler.ts';

const STRICTER = ['repeatable read', 'serializable'] as const;

/** A database whose connections begin at another level than PostgreSQL's own default. */
async function strictDatabase(t: Lifetime, level: string): Promise<TestDatabase> {
  const database = await createTestDatabase(t, 'postgres');
  const db = database.open();
  const name = new URL(database.url).pathname.slice(1);
  await db.all(`ALTER DATABASE ${name} SET default_transaction_isolation = '${level}'`);
  await db.close();
  return database;
}

const LEVEL = "SELECT current_setting('transaction_isolation') AS level";
/** Of pino. */
const WARNING = 40;
const COMMITTED = { level: 'read committed' };

describe('a default that is stricter than READ COMMITTED', () => {
  for (const level of STRICTER)
    it(`does not apply to what Latchkey does (${level})`, async (t) => {
      const { url } = await strictDatabase(t, level);
      for (const prepareStatements of [true, false]) {
        const place = prepareStatements ? url : await startTransactionPooler(t, url);
        const db = openPostgres({ url: place, maxConnections: 3, prepareStatements });
        cleanUpAfter(t, () => db.close());
        const look: Statement = { sql: LEVEL, params: [] };
        const groups = [[look], [{ ...look, required: true }], [look, { ...look, required: true }, look]];
        for (const group of groups)
          assert.deepEqual(
            await db.batch(group),
            group.map(() => [COMMITTED]),
          );
        assert.deepEqual(await db.exclusively(({ all }) => all(LEVEL)), [COMMITTED]);
        // Behind a pooler, a session belongs to others too.
        assert.deepEqual(await db.one(LEVEL), prepareStatements ? COMMITTED : { level });
        assert.deepEqual(await db.one(`${LEVEL} FOR UPDATE`), prepareStatements ? COMMITTED : { level });
      }
    });

  for (const level of STRICTER)
    it(`fails no request of a burst (${level})`, async (t) => {
      const service = await startService(t, 'postgres', {}, await strictDatabase(t, level));
      const { request } = service;
      const account = await loggedIn(service);
      const { email, password, accessToken: token, refreshToken: refresh_token } = account;
      const taken = registration();
      const burst = Array.from({ length: 25 }, (_, n) => [
        request('POST', '/api/register', { body: registration({ email: taken.email }) }),
        request('POST', '/api/register', { body: registration() }),
        request('POST', '/api/login', { body: { email, password: n % 5 === 0 ? password : 'Wrong1word' } }),
        request('POST', '/api/refresh', { body: { refresh_token } }),
        request('PUT', '/api/me', { token, body: { industry: `Computing ${n}` } }),
        request('POST', '/api/forgot-password', { body: { email } }),
        request('POST', '/api/resend-verification', { body: { email: taken.email } }),
        request('GET', '/api/me', { token }),
      ]);
      const statuses = (await Promise.all(burst.flat())).map(({ status }) => status);
      const levels = service.logLines.map((line) => JSON.parse(line).level);
      assert.deepEqual([Math.max(...statuses) < 500, Math.max(...levels) < WARNING], [true, true]);
    });
});

describe('a transaction that PostgreSQL could not serialize', () => {
  it('is repeated as a whole', async (t) => {
    const { open } = await createTestDatabase(t, 'postgres');
    const db = open();
    cleanUpAfter(t, () => db.close());
    await db.all('CREATE TABLE counters (name TEXT PRIMARY KEY, value INT NOT NULL)');
    await db.all("INSERT INTO counters VALUES ('a', 0)");
    const strict = { sql: 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE', params: [] };
    const count = { sql: "UPDATE counters SET value = value + 1 WHERE name = 'a' RETURNING value", params: [] };
    await Promise.all(Array.from({ length: 40 }, () => db.batch([strict, count, count])));
    assert.deepEqual(await db.one('SELECT value FROM counters'), { value: 80 });
  });

  it('is given up after ten attempts', async (t) => {
    const { open } = await createTestDatabase(t, 'postgres');
    const db = open();
    cleanUpAfter(t, () => db.close());
    await db.all('CREATE SEQUENCE attempts');
    await db.all(`CREATE FUNCTION fail() RETURNS int LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('attempts'); RAISE 'not now' USING ERRCODE = '40001'; END; $$`);
    await assert.rejects(db.batch([{ sql: 'SELECT fail()', params: [] }]), Contended);
    assert.deepEqual(await db.one('SELECT last_value AS value FROM attempts'), { value: 10 });
  });
});
