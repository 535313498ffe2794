import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/store/database.ts';
import { openPostgres } from '../src/store/drivers/postgres.ts';
import { openSqlite } from '../src/store/drivers/sqlite.ts';
import { migrate } from '../src/store/migrate.ts';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { createServiceProcess } from '../test/support/service-process.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { emailOf, PASSWORD, seedAccounts } from './seed.ts';

/**
 * What one instance does on this machine, with this many accounts, on both databases. `npm run capacity -- 1000
 * 1000000`
 */
const CONNECTIONS = 32;
const SECONDS = Number(process.env.CAPACITY_SECONDS ?? 5);

type Call = (connection: number) => { method: string; path: string; body?: object; token?: string };

interface Measured {
  readonly url: string;
  readonly service: number;
  readonly database: number | undefined;
}

async function measure({ url, service, database }: Measured, expected: number, call: Call): Promise<string> {
  const latencies: number[] = [];
  const cpuMs = () => [cpuTimeMs(service), database === undefined ? 0 : cpuTimeMs(database)];
  const [serviceBefore = 0, databaseBefore = 0] = cpuMs();
  const endMs = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < endMs) {
        const startedMs = performance.now();
        const { status } = await send(url, agent, call(connection));
        if (status !== expected) throw new Error(`answered ${status}`);
        latencies.push(performance.now() - startedMs);
      }
      agent.destroy();
    }),
  );
  latencies.sort((a, b) => a - b);
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
  const [serviceAfter = 0, databaseAfter = 0] = cpuMs();
  const perRequest = (before: number, after: number) => ((after - before) / latencies.length).toFixed(2);
  const cpu = [`service ${perRequest(serviceBefore, serviceAfter)}`];
  if (database !== undefined) cpu.push(`database ${perRequest(databaseBefore, databaseAfter)}`);
  return `${Math.round(latencies.length / SECONDS)}/s, p99 ${p99.toFixed(0)} ms, CPU ms each: ${cpu.join(', ')}`;
}

function send(url: string, agent: Agent, { method, path, body, token }: ReturnType<Call>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    httpRequest(`${url}${path}`, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}

async function run(scope: Lifetime, kind: Database['kind'], accounts: number): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-capacity-'));
  cleanUpAfter(scope, () => rmSync(folder, { recursive: true }));
  const server = kind === 'postgres' ? await startPostgres({ fsync: true }) : undefined;
  if (server) cleanUpAfter(scope, () => server.stop());
  const file = join(folder, 'latchkey.db');
  const url = server?.url ?? `sqlite:${file}`;
  const db = server ? openPostgres({ url, maxConnections: 2, prepareStatements: true }) : openSqlite(file);
  await migrate(db);
  await seedAccounts(db, accounts);
  const bytes = server
    ? (await db.one<{ size: number }>('SELECT pg_database_size(current_database()) AS size'))?.size
    : statSync(file).size + statSync(`${file}-wal`).size;
  await db.close();

  const settings = { DATABASE_URL: url, LOG_FORMAT: 'json', WORKERS: process.env.WORKERS ?? '1' };
  const service = await createServiceProcess(scope, { settings });
  await service.start();
  const anyone = () => ({ email: emailOf(1 + Math.floor(Math.random() * accounts)), password: PASSWORD });
  const sessions = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) =>
      service.request('POST', '/api/login', { body: { email: emailOf(at + 1), password: PASSWORD } }),
    ),
  );
  const measured = { url: service.url, service: service.child.pid ?? 0, database: server?.child.pid };
  const session = (connection: number) => sessions[connection]?.data ?? assert.fail('no session');
  const figures = {
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
  };
  return { ...figures, 'bytes per account': String(Math.round((bytes ?? 0) / accounts)) };
}

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0 || sizes.some((accounts) => !Number.isSafeInteger(accounts) || accounts < CONNECTIONS)) {
  process.stderr.write(
    `usage: npm run capacity -- <accounts> …, each at least ${CONNECTIONS}. Example: 1000 1000000\n`,
  );
  process.exit(1);
}
for (const accounts of sizes) {
  for (const kind of ['sqlite', 'postgres'] as const) {
    const ends: (() => unknown)[] = [];
    try {
      const figures = await run({ after: (end) => void ends.push(end) }, kind, accounts);
      const lines = Object.entries(figures).map(([name, figure]) => `  ${name.padEnd(20)} ${figure}\n`);
      process.stdout.write(`${kind}, ${accounts} accounts\n${lines.join('')}`);
    } finally {
      for (const end of ends) await end();
    }
  }
}
