import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Lifetime } from '../test/support/clean-up.ts';
import { send } from './call.ts';
import type { Screen } from './growth.ts';
import { drain, generate, type Measured } from './load.ts';
import { canPin, type Memory, memoryOf, onGeneratorCore } from './processors.ts';
import { median, percentile } from './statistics.ts';
import { type Latchkey, latchkey, latchkeySettings } from './subjects.ts';
import { number, table } from './table.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ACCOUNTS = 10_000;
const ROUNDS = 3;
const CAPACITY_SECONDS = 4;
const FLOOD_SECONDS = 15;
const OVERLOAD = 10;
/** Connections per core: many more than the queue holds, so that the others are refused. */
const CROWD = 800;
/** Connections that wait in the queue send nothing meanwhile; the others make up for them. */
const IN_QUEUE = 500;
const READ_EVERY_MS = 20;
/** Normal again once a sign-in takes no longer than this. */
const NORMAL_MS = 250;

/** Medians of the rounds; for ratios, the median of the rounds' ratios. */
interface Overloaded {
  readonly capacity: number;
  readonly goodput: number;
  readonly ofCapacity: number;
  readonly ofCapacityOfCoresLeft: number;
  readonly refused: number;
  readonly load: number;
  readonly readsMs: readonly number[];
  readonly memory: Memory;
  readonly recoveredMs: number;
}

/**
 * Sends ten times as many sign-ins as can be hashed, and measures what is still served, how the rest is refused, and
 * how reads suffer. First the generator has its own core, then both share all cores.
 */
export async function overload(t: Lifetime, screen: Screen): Promise<void> {
  const runs = [...(canPin ? [await overloaded(t, screen, true)] : []), await overloaded(t, screen, false)];
  screen.progress('');
  const row = (name: string, figure: (run: Overloaded) => number, goal = '') => [
    name,
    ...runs.map((run) => number(figure(run))),
    goal,
  ];
  screen.print(
    table(
      ['', ...(canPin ? ['on a core of its own'] : []), 'beside the generator', 'goal'],
      [
        row('sign-ins a second, at capacity', ({ capacity }) => capacity),
        row('sign-ins a second, under the flood', ({ goodput }) => goodput),
        row('  of the capacity', ({ ofCapacity }) => ofCapacity, '≥ 0.9'),
        row('  of the capacity of the cores that the generator left', (run) => run.ofCapacityOfCoresLeft),
        row('refused with 503 a second', ({ refused }) => refused),
        row('  load that got through, of the capacity', ({ load }) => load, `${OVERLOAD}`),
        row('me meanwhile, p50 ms', ({ readsMs }) => percentile(readsMs, 0.5)),
        row('me meanwhile, p99 ms', ({ readsMs }) => percentile(readsMs, 0.99), '≤ 250'),
        row('memory, peak MiB', ({ memory }) => memory.peakMiB, '≤ 512'),
        row('a sign-in is normal again after s', ({ recoveredMs }) => recoveredMs / 1000, '≤ 5'),
      ],
    ),
  );
}

async function overloaded(t: Lifetime, { progress }: Screen, hasOneCore: boolean): Promise<Overloaded> {
  const place = { folder: temporaryFolder(t), postgresUrl: undefined };
  const settings = await latchkeySettings(t, place);
  const subject = await latchkey(t, place, { accounts: ACCOUNTS, sessions: 1, settings, hasOneCore });
  const { url, pid, end } = subject.server;
  const cores = hasOneCore ? 1 : availableParallelism();
  const placed = <T>(work: () => Promise<T>) => (hasOneCore ? onGeneratorCore(work) : work());
  const signIns = (connections: number, seconds: number, rate?: number) =>
    placed(() =>
      withShare(cores, !hasOneCore, () =>
        generate({
          url,
          connections,
          seconds,
          // Prepared in advance, because the generator takes CPU from the hashes.
          calls: { of: subject.signInAs },
          alsoExpected: 503,
          // Nobody uses these latencies, and computing thousands would take CPU from the hashes.
          ...(rate !== undefined && { rate, latenciesAsTheyAre: true }),
        }),
      ),
    );
  const crowd = CROWD * cores;
  const atCapacity = async () => {
    const measured = await signIns(16, CAPACITY_SECONDS);
    await drain(url, subject.signIn());
    return measured;
  };

  progress('how many sign-ins it can do');
  await atCapacity();
  const rounds: Round[] = [];
  const readsMs: number[] = [];
  const recoveredMs: number[] = [];
  let before = await atCapacity();
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`${OVERLOAD} times as many, ${round} of ${ROUNDS}`);
    const reading = readUntil(subject, performance.now() + FLOOD_SECONDS * 1000);
    const flooded = await signIns(crowd, FLOOD_SECONDS, (before.perSecond * OVERLOAD * crowd) / (crowd - IN_QUEUE));
    const endedMs = performance.now();
    readsMs.push(...(await reading));
    recoveredMs.push(await untilNormal(subject, endedMs));
    const after = await atCapacity();
    rounds.push({ before, flooded, after });
    before = after;
  }
  const memory = memoryOf(pid);
  await end();
  const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure));
  return {
    capacity: medianOf(capacityOf),
    goodput: medianOf(({ flooded }) => flooded.perSecond),
    ofCapacity: medianOf((round) => round.flooded.perSecond / capacityOf(round)),
    ofCapacityOfCoresLeft: medianOf(
      ({ before, flooded, after }) => perCore(flooded) / mean(perCore(before), perCore(after)),
    ),
    refused: medianOf(({ flooded }) => flooded.refusedPerSecond),
    load: medianOf((round) => (round.flooded.perSecond + round.flooded.refusedPerSecond) / capacityOf(round)),
    readsMs,
    memory,
    recoveredMs: Math.max(...recoveredMs),
  };
}

/** A flood between two measurements of what the machine can do. */
interface Round {
  readonly before: WithShare;
  readonly flooded: WithShare;
  readonly after: WithShare;
}

const mean = (one: number, other: number): number => (one + other) / 2;
const capacityOf = ({ before, after }: Round): number => mean(before.perSecond, after.perSecond);
const perCore = ({ perSecond, coresLeft }: WithShare): number => perSecond / coresLeft;

interface WithShare extends Measured {
  readonly coresLeft: number;
}

/** The share of the cores that the generator leaves to the service. */
async function withShare(cores: number, isShared: boolean, work: () => Promise<Measured>): Promise<WithShare> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const measured = await work();
  const { user, system } = process.cpuUsage(before);
  const generatorCores = (user + system) / 1000 / (performance.now() - startedMs);
  return { ...measured, coresLeft: cores - (isShared ? generatorCores : 0) };
}

async function readUntil({ server, me }: Latchkey, endMs: number): Promise<number[]> {
  const tookMs: number[] = [];
  while (performance.now() < endMs) {
    const startedMs = performance.now();
    await (await send(server.url, me(0))).arrayBuffer();
    tookMs.push(performance.now() - startedMs);
    await setTimeout(READ_EVERY_MS);
  }
  return tookMs;
}

async function untilNormal({ server, signIn }: Latchkey, sinceMs: number): Promise<number> {
  for (;;) {
    const startedMs = performance.now();
    const isServed = await send(server.url, signIn()).then(
      () => true,
      () => false,
    );
    if (isServed && performance.now() - startedMs <= NORMAL_MS) return performance.now() - sinceMs;
  }
}
