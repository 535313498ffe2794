import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Lifetime } from '../test/support/clean-up.ts';
import { send } from './call.ts';
import type { Screen } from './growth.ts';
import { drain, generate } from './load.ts';
import { memoryOf } from './processors.ts';
import { temporaryFolder } from './stage.ts';
import { percentile } from './statistics.ts';
import { type Latchkey, latchkey, latchkeySettings } from './subjects.ts';
import { number, table } from './table.ts';

const ACCOUNTS = 10_000;
const SECONDS = 10;
const OVERLOAD = 10;
/** Many more than the queue holds: whoever is not in it is refused. */
const CROWD = 2000;
/** Of the crowd, those who wait in the queue ask for nothing more meanwhile; the others make up for it. */
const IN_QUEUE = 500;
const READ_EVERY_MS = 20;
/** Normal again: a sign-in takes no longer than this. */
const NORMAL_MS = 250;

/** Ten times as many sign-ins as can be hashed: what is still served, how the rest is refused, and what reads notice of it. */
export async function overload(t: Lifetime, { print, progress }: Screen): Promise<void> {
  const place = { folder: temporaryFolder(t), postgresUrl: undefined };
  const settings = await latchkeySettings(t, place);
  const subject = await latchkey(t, place, { accounts: ACCOUNTS, sessions: 1, settings });
  const { url, pid } = subject.server;
  const signIns = (connections: number, seconds: number, rate?: number) =>
    generate({
      url,
      connections,
      seconds,
      // Made ready beforehand: what the generator uses of the two cores, the hashes do not get.
      calls: { of: subject.signInAs },
      alsoExpected: 503,
      // Nobody looks at these latencies, and to make up thousands for each that waited would take the cores from the hashes.
      ...(rate !== undefined && { rate, latenciesAsTheyAre: true }),
    });

  progress('how many sign-ins it can do');
  await signIns(16, 2);
  await drain(url, subject.signIn());
  const capacity = await withShare(() => signIns(16, SECONDS));
  await drain(url, subject.signIn());

  progress(`${OVERLOAD} times as many`);
  const reading = readUntil(subject, performance.now() + SECONDS * 1000);
  const flooded = await withShare(() =>
    signIns(CROWD, SECONDS, (capacity.perSecond * OVERLOAD * CROWD) / (CROWD - IN_QUEUE)),
  );
  const endedMs = performance.now();
  const readsMs = await reading;
  const { nowMiB, peakMiB } = memoryOf(pid);
  const recoveredMs = await untilNormal(subject, endedMs);
  progress('');
  print(
    table(
      ['', 'measured', 'goal'],
      [
        ['sign-ins a second, at capacity', number(capacity.perSecond), ''],
        ['sign-ins a second, under the flood', number(flooded.perSecond), ''],
        ['  of the capacity', number(flooded.perSecond / capacity.perSecond), '≥ 0.9'],
        [
          '  of the capacity of the cores that the generator left',
          number(flooded.perSecond / flooded.coresLeft / (capacity.perSecond / capacity.coresLeft)),
          '',
        ],
        ['refused with 503 a second', number(flooded.refusedPerSecond), ''],
        [
          '  load that got through, of the capacity',
          number((flooded.perSecond + flooded.refusedPerSecond) / capacity.perSecond),
          `${OVERLOAD}`,
        ],
        ['me meanwhile, p50 ms', number(percentile(readsMs, 0.5)), ''],
        ['me meanwhile, p99 ms', number(percentile(readsMs, 0.99)), '≤ 250'],
        ['memory, MiB', `${number(nowMiB)}, peak ${number(peakMiB)}`, '≤ 512'],
        ['a sign-in is normal again after s', number(recoveredMs / 1000), '≤ 5'],
      ],
    ),
  );
}

/** What the generator takes of the cores is not the service's to use. */
async function withShare<T>(work: () => Promise<T>): Promise<T & { coresLeft: number }> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const generatorCores = (user + system) / 1000 / (performance.now() - startedMs);
  return { ...result, coresLeft: availableParallelism() - generatorCores };
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
