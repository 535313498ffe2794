import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../src/store/engine/drivers/postgres.ts';
import { runCommand } from '../support/command.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { startLoad, startMail } from './load.ts';
import { canRunPatroni, type PatroniCluster, startPatroni } from './patroni-cluster.ts';

const ROUNDS = Number(process.env.PATRONI_ROUNDS ?? 0);
/** The folder of an earlier version, installed there, from which the instances are upgraded; without it, the present one. */
const EARLIER = process.env.PATRONI_UPGRADE_FROM;
/** Longer than the lease of the leader. */
const FROZEN_MS = 35_000;
const PROBE_EVERY_MS = 250;

/** Runs something on a connection of its own; undefined where that cannot be done. */
async function ask<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[] | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<R>(sql)).rows;
  } catch {
    return undefined;
  } finally {
    client.end().catch(() => {});
  }
}

/**
 * Writes to every node by itself, past Latchkey. A write that an old leader confirms after a new one has confirmed one
 * would be a second truth: each promotion begins a timeline, and those must never go back.
 */
async function startProbes(t: TestContext, { nodes, leader }: PatroniCluster) {
  const first = (await leader()) ?? nodes[0];
  assert.ok(await ask(first?.url ?? '', 'CREATE TABLE probes (node TEXT)'));
  const secondTruths: string[] = [];
  let newest = 0;
  let isOver = false;
  t.after(() => {
    isOver = true;
  });
  const running = nodes.map(async ({ url, name }) => {
    for (; !isOver; await setTimeout(PROBE_EVERY_MS)) {
      const before = newest;
      const rows = await ask<{ timeline: string }>(
        url,
        `INSERT INTO probes VALUES ('${name}') RETURNING substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline`,
      );
      if (!rows) continue;
      const timeline = Number.parseInt(rows[0]?.timeline ?? '', 16);
      if (timeline < before) secondTruths.push(`${name} confirmed a write on timeline ${timeline} after ${before}`);
      newest = Math.max(newest, timeline);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(running);
      return { secondTruths, promotions: newest - 1 };
    },
  };
}

async function replaceLeader(cluster: PatroniCluster, fault: 'killed' | 'frozen'): Promise<void> {
  const old = await cluster.leader();
  assert.ok(old, 'somebody leads');
  old.signal(fault === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  const frozen = fault === 'frozen' ? setTimeout(FROZEN_MS) : undefined;
  for (;;) {
    const leader = await cluster.leader();
    if (leader && leader !== old) break;
    await setTimeout(PROBE_EVERY_MS);
  }
  if (fault === 'killed') old.start();
  else void frozen?.then(() => old.signal('SIGCONT'));
}

/** A rolling upgrade: each instance is replaced by the present version while the other serves. */
async function upgradeInstances(instances: readonly ServiceProcess[]): Promise<void> {
  for (const instance of instances) {
    await instance.end('SIGTERM');
    await instance.start();
  }
}

/** On the first instance; its key folder is then copied to the others. */
async function rotateKey(instances: readonly ServiceProcess[], url: string): Promise<void> {
  const [first, ...others] = instances.map(({ dataDir }) => join(dataDir, 'keys'));
  const { code, stderr } = await runCommand(['keys', 'rotate'], { DATABASE_URL: url, KEYS_DIR: first ?? '' });
  assert.equal(code, 0, stderr);
  for (const folder of others) cpSync(first ?? '', folder, { recursive: true });
}

it('Patroni fails over again and again: nothing is lost, and nobody writes beside the leader', {
  skip:
    (ROUNDS === 0 && 'only in npm run drill:patroni') ||
    (!canRunPatroni && 'needs root and Debian’s patroni, etcd-server and postgresql'),
  timeout: (ROUNDS + 2) * 180_000,
}, async (t: TestContext) => {
  const cluster = await startPatroni(t);
  const smtp = await startMail(t);
  const settings = { DATABASE_URL: cluster.url, SMTP_URL: smtp.url };
  const instances = await Promise.all([createServiceProcess(t, { settings }), createServiceProcess(t, { settings })]);
  await Promise.all(instances.map((instance) => instance.start(EARLIER)));
  const probes = await startProbes(t, cluster);
  const load = await startLoad(
    t,
    instances.map(({ url }) => url),
    smtp,
  );
  for (let round = 1; round <= ROUNDS; round += 1) {
    const fault = round % 2 === 1 ? 'killed' : 'frozen';
    let brokenAtMs = 0;
    await load.round(() => {
      brokenAtMs = performance.now();
      return replaceLeader(cluster, fault);
    });
    const outage = ((load.journal.lastAcknowledgedAtMs - brokenAtMs) / 1000).toFixed(1);
    t.diagnostic(`round|${round}|${fault}|${outage}`);
    await cluster.untilWhole();
    assert.deepEqual(load.journal.violations, []);
    if (round === Math.ceil(ROUNDS / 3)) await upgradeInstances(instances);
    if (round === Math.ceil((2 * ROUNDS) / 3)) await rotateKey(instances, cluster.url);
  }
  const leader = await cluster.leader();
  assert.ok(leader);
  const db = openPostgres({ url: leader.url, maxConnections: 1, prepareStatements: true });
  await load.finish('leader of Patroni killed or frozen', db).finally(() => db.close());
  const { secondTruths, promotions } = await probes.end();
  assert.deepEqual(secondTruths, []);
  assert.ok(promotions >= ROUNDS, `${promotions} promotions`);
});
