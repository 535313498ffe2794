import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { freePort } from '../support/free-port.ts';
import { folderWithPostgresTools } from '../support/postgres-tools.ts';

const NODES = 3;
const PASSWORD = 'drill';
const LOOK_EVERY_MS = 200;

/** A server of PostgreSQL with the Patroni that looks after it. */
export interface PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  /** All of its processes at once, as the loss of its machine. */
  signal(name: NodeJS.Signals): void;
  start(): void;
}

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** The printed address: all hosts. */
  readonly url: string;
  leader(): Promise<PatroniNode | undefined>;
  /** Waits until one leads and the others follow. */
  untilWhole(): Promise<void>;
}

export const canRunPatroni =
  process.getuid?.() === 0 &&
  folderWithPostgresTools !== undefined &&
  ['/usr/bin/patroni', '/usr/bin/etcd'].every((file) => existsSync(file));

/**
 * Through the third interface of etcd, Patroni before 3.0.3 lets a leader that was frozen take the lead back from the
 * one that followed it, with all that was written since (patroni/patroni#2689).
 */
const STORE = canRunPatroni && isOlder(String(execFileSync('patroni', ['--version'])), [3, 0, 3]) ? 'etcd' : 'etcd3';

function isOlder(version: string, than: readonly number[]): boolean {
  const numbers = (/[\d.]+/.exec(version)?.[0] ?? '').split('.').map(Number);
  const at = than.findIndex((number, place) => number !== (numbers[place] ?? 0));
  return at >= 0 && (numbers[at] ?? 0) < (than[at] ?? 0);
}

/** Three nodes with synchronous replication, and the etcd in which they agree on who leads. */
export async function startPatroni(t: Lifetime): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-patroni-'));
  const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, 'postgres']))) as [number, number];
  chownSync(folder, uid, gid);
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const etcd = `127.0.0.1:${await startEtcd(t, join(folder, 'etcd'))}`;
  const apis = new Map<PatroniNode, string>();
  for (let number = 1; number <= NODES; number += 1) {
    const name = `node${number}`;
    const [port, api] = [await freePort(), `127.0.0.1:${await freePort()}`];
    const data = join(folder, name);
    const file = `${data}.yml`;
    writeFileSync(file, configuration({ name, etcd, api, port, data }));
    let patroni: ChildProcess | undefined;
    const node: PatroniNode = {
      name,
      port,
      url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
      signal(signal) {
        for (const pid of [patroni?.pid, ...serverProcesses(data)]) if (pid) kill(pid, signal);
      },
      start() {
        const log = join(process.env.PATRONI_LOGS ?? folder, `${name}.log`);
        patroni = spawn('/bin/sh', ['-c', `exec patroni ${file} >>${log} 2>&1`], { uid, gid, cwd: folder });
      },
    };
    mkdirSync(join(folder, `${name}-socket`));
    chownSync(join(folder, `${name}-socket`), uid, gid);
    apis.set(node, api);
    cleanUpAfter(t, () => node.signal('SIGKILL'));
    node.start();
  }
  const nodes = [...apis.keys()];
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const isAt = async (node: PatroniNode, path: string) =>
    (await fetch(`http://${apis.get(node)}${path}`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined))?.ok;
  const leader = async () => {
    const answers = await Promise.all(nodes.map((node) => isAt(node, '/primary')));
    return nodes[answers.indexOf(true)];
  };
  const cluster: PatroniCluster = {
    nodes,
    url: `postgres://postgres:${PASSWORD}@${hosts}/postgres`,
    leader,
    async untilWhole() {
      for (;;) {
        const followers = await Promise.all(nodes.map((node) => isAt(node, '/replica')));
        const synchronous = await Promise.all(nodes.map((node) => isAt(node, '/synchronous')));
        const isWhole = followers.filter(Boolean).length === NODES - 1 && synchronous.some(Boolean);
        if (isWhole && (await leader())) return;
        await setTimeout(LOOK_EVERY_MS);
      }
    },
  };
  await cluster.untilWhole();
  return cluster;
}

async function startEtcd(t: Lifetime, data: string): Promise<number> {
  const [port, peers] = [await freePort(), await freePort()];
  const at = (number: number) => `http://127.0.0.1:${number}`;
  const etcd = spawn(
    'etcd',
    [
      ...['--data-dir', data, '--listen-client-urls', at(port), '--advertise-client-urls', at(port)],
      ...['--listen-peer-urls', at(peers), '--initial-advertise-peer-urls', at(peers)],
      ...['--initial-cluster', `default=${at(peers)}`],
      ...(STORE === 'etcd' ? ['--enable-v2'] : []),
    ],
    // arm64 has to be told that it is meant.
    { stdio: 'ignore', env: { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch } },
  );
  cleanUpAfter(t, () => etcd.kill('SIGKILL'));
  return port;
}

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};

/** Patroni lets PostgreSQL go on when it ends itself, so that it is found by its own file. */
function serverProcesses(data: string): number[] {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const main = Number.parseInt(readFileSync(file, 'utf8'), 10);
  try {
    return [
      main,
      ...String(execFileSync('pgrep', ['-P', String(main)]))
        .trim()
        .split('\n')
        .map(Number),
    ];
  } catch {
    return [main];
  }
}

interface NodeSettings {
  readonly name: string;
  readonly etcd: string;
  readonly api: string;
  readonly port: number;
  readonly data: string;
}

/** `synchronous_mode_strict`: rather no writes than one that only the primary has. As printed in docs/deploy.md. */
const configuration = ({ name, etcd, api, port, data }: NodeSettings): string => `
scope: latchkey
name: ${name}
${STORE}: {host: '${etcd}'}
restapi: {listen: '${api}', connect_address: '${api}'}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      remove_data_directory_on_rewind_failure: true
      parameters: {max_connections: 60}
  initdb: [{encoding: UTF8}, data-checksums]
  pg_hba:
    - host replication replicator 127.0.0.1/32 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${data}
  bin_dir: ${folderWithPostgresTools}
  authentication:
    superuser: {username: postgres, password: ${PASSWORD}}
    replication: {username: replicator, password: ${PASSWORD}}
    rewind: {username: postgres, password: ${PASSWORD}}
  pgpass: ${data}.pgpass
  parameters: {unix_socket_directories: '${data}-socket', shared_buffers: 32MB}
`;
