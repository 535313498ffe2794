import { statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cleanUpAfter, type Lifetime } from '../../test/support/clean-up.ts';
import { DATABASE_KINDS, type DatabaseKind } from '../../test/support/databases.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { openDatabase } from '../../test/support/raw-database.ts';
import { createServiceProcess } from '../../test/support/service-process.ts';

// npm run drill:strangers -- --requests 20000 --floods 4: requests about addresses that nobody has, each another one
// and from another client, in several floods, on both databases at the same time. Prints the size of the database
// before and after each flood, and after housekeeping.

const CONNECTIONS = 16;
/** Few logins: each costs a password hash, and the drill would measure hashing. */
const PATHS = [...Array<string>(10).fill('/api/forgot-password'), ...Array<string>(9).fill('/api/resend-verification')];
const LOOK_EVERY_MS = 500;
/** Counts the rows that belong to no account. */
const LEFT = `SELECT (SELECT COUNT(*) FROM throttles WHERE failures = 0) + (SELECT COUNT(*) FROM outbox)
  + (SELECT COUNT(*) FROM audit_events) AS rows`;
const SIZE = `SELECT SUM(pg_total_relation_size(oid)) AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

interface Subject {
  readonly url: URL;
  megabytes(): Promise<number>;
  rowsLeft(): Promise<number>;
}

async function startSubject(t: Lifetime, kind: DatabaseKind): Promise<Subject> {
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: true }) : undefined;
  if (postgres) cleanUpAfter(t, () => postgres.stop());
  const settings = { TRUST_PROXY: '127.0.0.1', MAX_FAILED_LOGINS: '20', MAX_EMAIL_BURST: '5', LOG_LEVEL: 'warn' };
  const service = await createServiceProcess(t, {
    settings: postgres ? { ...settings, DATABASE_URL: postgres.url } : settings,
  });
  await service.start();
  const file = join(service.dataDir, 'latchkey.db');
  const address = postgres
    ? ({ kind: 'postgres', url: postgres.url } as const)
    : ({ kind: 'sqlite', path: file } as const);
  const db = await openDatabase(address, { maxConnections: 1, prepareStatements: true });
  cleanUpAfter(t, () => db.close());
  return {
    url: new URL(service.url),
    async megabytes() {
      const bytes = postgres
        ? Number((await db.one<{ bytes: unknown }>(SIZE))?.bytes)
        : statSync(file).size + statSync(`${file}-wal`).size;
      return bytes / 1e6;
    },
    rowsLeft: async () => Number((await db.one<{ rows: unknown }>(LEFT))?.rows),
  };
}

const ask = (url: URL, agent: Agent, path: string, client: string, body: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': client };
    const sent = request(new URL(path, url), { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });

async function flood({ url }: Subject, requests: number, name: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const startedMs = performance.now();
  let next = 0;
  const connection = async () => {
    for (let i = next++; i < requests; i = next++) {
      const client = `2001:db8:${(i >> 16).toString(16)}:${(i & 0xffff).toString(16)}::1`;
      const path = PATHS[i % (PATHS.length + 1)] ?? '/api/login';
      await ask(url, agent, path, client, { email: `${name}${i}@example.com`, password: 'Nobody-has-it-1' });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return (performance.now() - startedMs) / 1000;
}

async function housekeeping(subject: Subject): Promise<number> {
  const startedMs = performance.now();
  while ((await subject.rowsLeft()) > 0) await setTimeout(LOOK_EVERY_MS);
  return (performance.now() - startedMs) / 1000;
}

async function drill(kind: DatabaseKind, requests: number, floods: number): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  try {
    const subject = await startSubject({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind);
    const say = async (what: string) => {
      const size = (await subject.megabytes()).toFixed(1);
      process.stdout.write(`${kind}: ${what}: ${size} MB, ${await subject.rowsLeft()} rows\n`);
    };
    await say('before');
    for (let number = 1; number <= floods; number += 1) {
      const floodSeconds = await flood(subject, requests, `flood${number}-`);
      await say(`after flood ${number}, ${requests} requests in ${floodSeconds.toFixed(0)} s`);
      const seconds = await housekeeping(subject);
      await say(`${seconds.toFixed(0)} s later, nothing of them is left`);
    }
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, floods: { type: 'string', default: '4' } },
});
await Promise.all(DATABASE_KINDS.map((kind) => drill(kind, Number(values.requests), Number(values.floods))));
