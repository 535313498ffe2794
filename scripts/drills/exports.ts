import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DATABASE_KINDS, type DatabaseKind } from '../../test/support/databases.ts';
import { globalSetup, globalTeardown } from '../../test/support/global-setup.ts';
import { type Measured, startMeasured } from '../../test/support/measured-service.ts';
import { claimsOf } from '../../test/support/service.ts';

// npm run drill:exports -- --events 104000 --database sqlite: exports of accounts with that many events, one and
// several at once, and of the audit trail. Prints how long GET /api/me of somebody else takes meanwhile, and how much
// memory the service takes.

const ASKED_EVERY_MS = 20;
const FEWEST_ASKED = 100;
/** Writes the events in this many statements, because PostgreSQL gives each a few seconds. */
const STEPS = 20;

const FILL = {
  sqlite: `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
    INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
    SELECT now(), 'login_failed', $1, '192.0.2.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36' FROM n`,
  postgres: `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
    SELECT now(), 'login_failed', $1, '192.0.2.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
    FROM generate_series(1, $2)`,
};

const get = async (url: string, token: string): Promise<{ status: number; bytes: number }> => {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  return { status: answer.status, bytes };
};

/** The peak memory of the service since the last call, in MB. */
function peakMemory({ service: { child } }: Measured): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
  return Math.round(Number(peak) / 1024);
}

async function during(
  measured: Measured,
  other: string,
  what: string,
  paths: readonly [path: string, token: string][],
) {
  const { url } = measured.service;
  peakMemory(measured);
  let isOver = false;
  const startedMs = performance.now();
  const exports = Promise.all(paths.map(([path, token]) => get(`${url}${path}`, token))).finally(() => {
    isOver = true;
  });
  const waits: Promise<number>[] = [];
  const ask = async (): Promise<number> => {
    const askedMs = performance.now();
    assert.equal((await get(`${url}/api/me`, other)).status, 200);
    return performance.now() - askedMs;
  };
  while (!isOver || waits.length < FEWEST_ASKED) {
    waits.push(ask());
    await setTimeout(ASKED_EVERY_MS);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const waitedMs = (await Promise.all(waits)).sort((a, b) => a - b);
  const at = (share: number) => Math.round(waitedMs[Math.floor((waitedMs.length - 1) * share)] ?? 0);
  const answers = await exports;
  const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status));
  const megabytes = answers.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const counts = statuses.map(([status, some]) => `${some?.length} x ${status}`).join(', ');
  process.stdout.write(
    `${measured.kind}, ${what}: ${counts}, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s; ` +
      `others waited p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${at(1)} ms at most (${waitedMs.length} requests); ` +
      `${peakMemory(measured)} MB of memory at most\n`,
  );
}

async function drill(kind: DatabaseKind, events: number): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  try {
    const measured = await startMeasured({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind, 1);
    const owners = [
      await measured.newToken(),
      await measured.newToken(),
      await measured.newToken(),
      await measured.newToken(),
    ];
    const [admin, other] = [await measured.newToken(), await measured.newToken()];
    for (const token of owners) {
      for (let step = 0; step < STEPS; step += 1) {
        await measured.db.all(FILL[kind], [Number(claimsOf(token).sub), Math.ceil(events / STEPS)]);
      }
    }
    await measured.db.all("UPDATE users SET role = 'ADMIN' WHERE id = $1", [Number(claimsOf(admin).sub)]);
    const own = (token: string): [string, string] => ['/api/me/export', token];
    await during(measured, other, 'none', []);
    await during(measured, other, 'one export', owners.slice(0, 1).map(own));
    await during(measured, other, 'four exports of four accounts', owners.map(own));
    await during(measured, other, 'four exports of one account', Array(4).fill(owners[0]).map(own));
    const trail: [string, string] = ['/api/admin/audit/export', admin];
    await during(measured, other, 'one audit export', [trail]);
    await during(measured, other, '50 audit exports of one administrator', Array(50).fill(trail));
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

const { values } = parseArgs({
  options: { events: { type: 'string', default: '104000' }, database: { type: 'string', default: 'sqlite,postgres' } },
});
await globalSetup();
try {
  for (const kind of DATABASE_KINDS) {
    if (values.database.includes(kind)) await drill(kind, Number(values.events));
  }
} finally {
  await globalTeardown();
}
