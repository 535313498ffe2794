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
/** More than the queue holds: whoever is not in it is refused. */
const CROWD = 1000;
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
      calls: { next: subject.signIn },
      alsoExpected: 503,
      ...(rate !== undefined && { rate }),
    });

  progress('how many sign-ins it can do');
  await signIns(16, 2);
  await drain(url, subject.signIn());
  const capacity = await signIns(16, SECONDS);
  await drain(url, subject.signIn());

  progress(`${OVERLOAD} times as many`);
  const reading = readUntil(subject, performance.now() + SECONDS * 1000);
  const flooded = await signIns(CROWD, SECONDS, capacity.perSecond * OVERLOAD);
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
