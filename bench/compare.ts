import { execFile } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Lifetime } from '../test/support/clean-up.ts';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import type { Call } from './call.ts';
import {
  FIGURES,
  type Figure,
  type Footprint,
  type Results,
  type Rounds,
  type Summaries,
  summaryOf,
} from './figures.ts';
import { drain, generate, type Measured } from './load.ts';
import { HASHERS, READERS } from './measure-operation.ts';
import { canPin, memoryOf, onCoresOfTheirOwn } from './processors.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type Stage, setStage } from './stage.ts';
import { median } from './statistics.ts';
import { SIGNING_SECRET, type Subject, startBetterAuth, startLatchkey } from './subjects.ts';

export interface Effort {
  /** Warm-up, after which V8 has compiled the hot code, as in a service that runs for weeks. */
  readonly warmUpSeconds: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Reads need less time, because there are so many. */
  readonly readSeconds: number;
  readonly coldStarts: number;
}

/** While sign-ins saturate the cores, reads arrive at a human pace; one may take longer than a second. */
const BYSTANDERS = { connections: 10, rate: 200, hashers: 32, atLeastSeconds: 1.5 };

type Measurement = (seconds: number) => Promise<Pick<Measured, 'perSecond' | 'p50Ms' | 'p99Ms'>>;

export async function compare(t: Lifetime, effort: Effort, progress: (what: string) => void): Promise<Results> {
  progress('setting the stage');
  const stage = await setStage(t, READERS);
  const measurements = await measurementsOn(t, stage);
  const figures = Object.keys(measurements) as Figure[];
  for (const figure of figures) {
    progress(`warming up: ${FIGURES[figure]}`);
    await measurements[figure](effort.warmUpSeconds);
  }
  const rounds = Object.fromEntries(figures.map((figure) => [figure, []])) as unknown as Rounds;
  for (let round = 1; round <= effort.rounds; round += 1) {
    for (const figure of figures) {
      progress(`round ${round} of ${effort.rounds}: ${FIGURES[figure]}`);
      rounds[figure].push(await measurements[figure](READS.has(figure) ? effort.readSeconds : effort.seconds));
    }
  }
  const peaks = [stage.latchkey, stage.peer].map(({ server }) => memoryOf(server.pid).peakMiB);
  const starts = await coldStarts(t, stage, effort.coldStarts, progress);
  const footprint = (one: ColdStart[], peakMiB = Number.NaN): Footprint => ({
    coldStartSeconds: median(one.map(({ seconds }) => seconds)),
    idleMiB: median(one.map(({ idleMiB }) => idleMiB)),
    peakMiB,
  });
  return {
    machine: `${cpus().length} cores of ${cpus()[0]?.model ?? 'unknown make'}`,
    node: process.versions.node,
    takenAt: new Date().toISOString(),
    rounds: effort.rounds,
    seconds: effort.seconds,
    readSeconds: effort.readSeconds,
    pinned: canPin,
    measured: rounds,
    summaries: Object.fromEntries(figures.map((figure) => [figure, summaryOf(rounds[figure])])) as unknown as Summaries,
    latchkey: footprint(starts.latchkey, peaks[0]),
    peer: footprint(starts.peer, peaks[1]),
  };
}

const READS: ReadonlySet<Figure> = new Set([
  'fastify',
  'me',
  'http',
  'refresh',
  'mePeer',
  'fastifyPostgres',
  'mePostgres',
  'mePostgresPeer',
  'refreshPostgres',
]);

/** In this order, compared figures are measured soon after each other. */
async function measurementsOn(t: Lifetime, stage: Stage): Promise<Record<Figure, Measurement>> {
  const { folder, latchkey, latchkeyPostgres, peer, peerPostgres, postgres } = stage;
  const limits = await startLimits(t, folder, postgres);
  const root: Call = { method: 'GET', path: '/' };
  return {
    argon2: rawArgon2(),
    argon2Threads: rawArgon2(availableParallelism()),
    signIn: hashes(latchkey, latchkey.signIn),
    signUp: hashes(latchkey, latchkey.signUp),
    signInPostgres: hashes(latchkeyPostgres, latchkeyPostgres.signIn),
    signUpPostgres: hashes(latchkeyPostgres, latchkeyPostgres.signUp),
    signInPeer: hashes(peer, peer.signIn),
    signUpPeer: hashes(peer, peer.signUp),
    fastify: reads(limits.fastify, () => root),
    me: reads(latchkey.server, latchkey.me),
    http: reads(limits.http, (connection) => ({ ...latchkey.me(connection), path: '/' })),
    refresh: reads(latchkey.server, latchkey.refresh),
    mePeer: reads(peer.server, peer.me),
    fastifyPostgres: reads(limits.fastifyPostgres, () => root),
    mePostgres: reads(latchkeyPostgres.server, latchkeyPostgres.me),
    mePostgresPeer: reads(peerPostgres.server, peerPostgres.me),
    refreshPostgres: reads(latchkeyPostgres.server, latchkeyPostgres.refresh),
    meWhileHashing: readsWhileHashing(latchkey),
    meWhileHashingPeer: readsWhileHashing(peer),
  };
}

async function startLimits(t: Lifetime, folder: string, postgres: PostgresServer) {
  const start = (name: string, readyPath: string, settings: Record<string, string> = {}) =>
    startServer(t, { script: resolve(import.meta.dirname, `limits/${name}.ts`), folder, settings, readyPath });
  return {
    fastify: await start('fastify', '/'),
    http: await start('http', '/ready', { SIGNING_SECRET, DATABASE_FILE: `${folder}/latchkey.db` }),
    fastifyPostgres: await start('fastify-postgres', '/', { DATABASE_URL: postgres.url }),
  };
}

/** Like Latchkey, uses no more threads than cores: Node's four compute a sixth fewer hashes on two cores. */
const rawArgon2 =
  (threads?: number): Measurement =>
  async (seconds) => {
    const script = resolve(import.meta.dirname, 'limits/argon2.ts');
    const env = { ...process.env, ...(threads !== undefined && { UV_THREADPOOL_SIZE: String(threads) }) };
    const { stdout } = await promisify(execFile)(process.execPath, [script, String(seconds)], { env });
    return { perSecond: Number(stdout), p50Ms: Number.NaN, p99Ms: Number.NaN };
  };

/** Serves on one core, so that figures compare the work per request, not the number of threads. */
function reads({ url, pid }: ServerProcess, call: (connection: number) => Call): Measurement {
  return (seconds) =>
    onCoresOfTheirOwn(pid, () => generate({ url, connections: READERS, seconds, calls: { of: call } }));
}

/** Hashing uses all cores, as the raw rate does. */
function hashes({ server, settled }: Subject, next: () => Call): Measurement {
  return async (seconds) => {
    const measured = await generate({ url: server.url, connections: HASHERS, seconds, calls: { next } });
    await drain(server.url, next());
    await settled();
    return measured;
  };
}

function readsWhileHashing({ server, signIn, me }: Subject): Measurement {
  const { connections, rate, hashers } = BYSTANDERS;
  return async (seconds) => {
    const { url } = server;
    const readSeconds = Math.max(seconds, BYSTANDERS.atLeastSeconds);
    const flood = generate({ url, connections: hashers, seconds: readSeconds + 0.5, calls: { next: signIn } });
    const measured = await generate({ url, connections, rate, seconds: readSeconds, calls: { of: me } });
    await flood;
    await drain(url, signIn());
    return measured;
  };
}

interface ColdStart {
  readonly seconds: number;
  readonly idleMiB: number;
}

async function coldStarts(t: Lifetime, stage: Stage, times: number, progress: (what: string) => void) {
  const starts: Record<'latchkey' | 'peer', ColdStart[]> = { latchkey: [], peer: [] };
  for (let time = 1; time <= times; time += 1) {
    progress(`cold start ${time} of ${times}`);
    starts.latchkey.push(await coldStart(() => startLatchkey(t, stage.folder, stage.settings)));
    starts.peer.push(await coldStart(() => startBetterAuth(t, { folder: stage.folder, postgresUrl: undefined })));
  }
  return starts;
}

async function coldStart(start: () => Promise<ServerProcess>): Promise<ColdStart> {
  const { pid, coldStartMs, end } = await start();
  const { nowMiB } = memoryOf(pid);
  await end();
  return { seconds: coldStartMs / 1000, idleMiB: nowMiB };
}
