import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../src/store/engine/migrate.ts';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { DATABASE_KINDS } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { openPostgres, openSqlite, type RawDatabase } from '../test/support/raw-database.ts';
import { createServiceProcess } from '../test/support/service-process.ts';
import { startSmtpSinkProcess } from '../test/support/smtp-sink-process.ts';
import { until } from '../test/support/until.ts';
import { vacuum } from './admin-seed.ts';
import { CONNECTIONS, measure } from './capacity-load.ts';
import { emailOf, PASSWORD, seedAccounts, seedHistory } from './seed.ts';

// npm run capacity -- --database postgres 1000 1000000: what one instance does on this machine with this many accounts,
// and how large they are.

const EMAILS = 2000;
const EMAILS_DEADLINE_MS = 300_000;

/** Bytes on disk per row, indexes included. */
async function sizesOf(db: RawDatabase, file: string, accounts: number): Promise<Record<string, string>> {
  if (db.kind === 'sqlite') {
    const bytes = statSync(file).size + statSync(`${file}-wal`).size;
    return { 'bytes per account': `${Math.round(bytes / accounts)}, with one session, e-mail, event and throttle` };
  }
  const tables = await db.all<{ name: string; bytes: number }>(
    `SELECT relname AS name, round(pg_total_relation_size(oid) / reltuples)::bigint AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= $1 ORDER BY 1`,
    // The count is an estimate of ANALYZE.
    [accounts * 0.9],
  );
  return { 'bytes per row': tables.map(({ name, bytes }) => `${name} ${bytes}`).join(', ') };
}

/** Measures notices, which are sent whatever happens to the account. */
async function measureEmails(db: RawDatabase): Promise<string> {
  const waiting = async () => {
    const row = await db.one<{ count: number }>(`SELECT COUNT(*) AS count FROM outbox WHERE state = 'waiting'`);
    return Number(row?.count);
  };
  const startedMs = performance.now();
  await db.all(
    `INSERT INTO outbox (user_id, kind, message_id, state, attempts, due_at, created_at, updated_at)
      SELECT id, 'password_changed', 'capacity-' || id, 'waiting', 0, now(), now(), now() FROM users
      ORDER BY id LIMIT $1`,
    [EMAILS],
  );
  const count = await waiting();
  await until('all e-mails are sent', async () => (await waiting()) === 0, EMAILS_DEADLINE_MS);
  return `${Math.round((count * 1000) / (performance.now() - startedMs))}/s`;
}

async function run(scope: Lifetime, kind: RawDatabase['kind'], accounts: number): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-capacity-'));
  cleanUpAfter(scope, () => rmSync(folder, { recursive: true }));
  const server = kind === 'postgres' ? await startPostgres({ fsync: true }) : undefined;
  if (server) cleanUpAfter(scope, () => server.stop());
  const file = join(folder, 'latchkey.db');
  const url = server?.url ?? `sqlite:${file}`;
  const db = server ? openPostgres({ url, maxConnections: 2, prepareStatements: true }) : openSqlite(file);
  cleanUpAfter(scope, () => db.close());
  await migrate(db);
  await seedAccounts(db, accounts, true);
  await seedHistory(db);
  await db.all(
    `INSERT INTO statistics_progress (name, position, day) SELECT 'audit_events', MAX(id), 0 FROM audit_events`,
  );
  if (server) await vacuum(server.url);
  const sizes = await sizesOf(db, file, accounts);

  const smtp = await startSmtpSinkProcess(scope);
  const settings = { DATABASE_URL: url, SMTP_URL: smtp.url, LOG_FORMAT: 'json', WORKERS: process.env.WORKERS ?? '1' };
  const service = await createServiceProcess(scope, { settings });
  await service.start();
  const anyone = () => ({ email: emailOf(1 + Math.floor(Math.random() * accounts)), password: PASSWORD });
  const sessions = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) =>
      service.request('POST', '/api/login', { body: { email: emailOf(at + 1), password: PASSWORD } }),
    ),
  );
  const session = (connection: number) => sessions[connection]?.data ?? assert.fail('no session');
  const measured = { url: service.url, db, servicePid: service.child.pid ?? 0, databasePid: server?.child.pid };
  return {
    'GET /api/me': await measure(measured, 200, (connection) => {
      return { method: 'GET', path: '/api/me', token: session(connection).access_token };
    }),
    'POST /api/refresh': await measure(measured, 200, (connection) => {
      const { refresh_token } = session(connection);
      return { method: 'POST', path: '/api/refresh', body: { refresh_token } };
    }),
    'POST /api/login': await measure(measured, 200, () => ({ method: 'POST', path: '/api/login', body: anyone() })),
    'POST /api/register': await measure(measured, 201, () => {
      const unique = createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 16);
      const who = { full_name: 'New Comer', industry: 'Testing', email: `${unique}@example.org`, phone_number: unique };
      return { method: 'POST', path: '/api/register', body: { ...who, password: PASSWORD } };
    }),
    'e-mails': await measureEmails(db),
    ...sizes,
  };
}

const { values, positionals } = parseArgs({
  options: { database: { type: 'string' } },
  allowPositionals: true,
  strict: false,
});
const sizes = positionals.map(Number);
const { database, ...unknown } = values;
const kinds = DATABASE_KINDS.filter((kind) => database === undefined || kind === database);
const areSizes = sizes.length > 0 && sizes.every((size) => Number.isSafeInteger(size) && size >= CONNECTIONS);
if (!areSizes || kinds.length === 0 || Object.keys(unknown).length > 0) {
  process.stderr.write(
    `usage: npm run capacity -- [--database sqlite|postgres] <accounts> …, each at least ${CONNECTIONS}\n`,
  );
  process.exit(2);
}
for (const accounts of sizes) {
  for (const kind of kinds) {
    const ends: (() => unknown)[] = [];
    try {
      const figures = await run({ after: (end) => void ends.push(end) }, kind, accounts);
      const lines = Object.entries(figures).map(([name, figure]) => `  ${name.padEnd(20)} ${figure}\n`);
      process.stdout.write(`${kind}, ${accounts} accounts\n${lines.join('')}`);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  }
}
