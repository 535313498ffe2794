import { threadTimeMs } from './cpu-time.ts';
import { generate } from './load.ts';
import { onCoresOfTheirOwn } from './processors.ts';
import type { Latchkey } from './subjects.ts';

export const OPERATIONS = ['signIn', 'signUp', 'me', 'refresh'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface OperationRate {
  readonly perSecond: number;
  /** The service's own time on the processors for one request: it changes little when others use the machine too. */
  readonly cpuMs: number;
}

/** Enough to keep one core of reads busy, and all cores of hashing. */
export const READERS = 64;
export const HASHERS = 16;

/**
 * How many answers make a round. Not a time: on a busy machine a second may hold none, and what is asked in it is left
 * half done.
 */
export interface RoundSize {
  readonly reads: number;
  readonly hashes: number;
}

/**
 * Reads with a core for the server and one for the generator, hashing on all cores; ends when nothing of it is left to
 * be done.
 */
export async function measureOperation(
  subject: Latchkey,
  operation: Operation,
  { reads, hashes }: RoundSize,
): Promise<OperationRate> {
  const { url, pid } = subject.server;
  const beforeMs = threadTimeMs(pid);
  const measured =
    operation === 'me' || operation === 'refresh'
      ? await onCoresOfTheirOwn(pid, () =>
          generate({ url, connections: READERS, answers: reads, calls: { of: subject[operation] } }),
        )
      : await generate({ url, connections: HASHERS, answers: hashes, calls: { next: subject[operation] } });
  await subject.settled();
  const { perSecond, answers } = measured;
  return { perSecond, cpuMs: (threadTimeMs(pid) - beforeMs) / answers };
}
