import { threadTimeMs } from './cpu-time.ts';
import { generate } from './load.ts';
import { onCoresOfTheirOwn } from './processors.ts';
import type { Latchkey } from './subjects.ts';

export const OPERATIONS = ['signIn', 'signUp', 'me', 'refresh'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface OperationRate {
  readonly perSecond: number;
  /** The service's CPU time per request, which changes little on a shared machine. */
  readonly cpuMs: number;
}

/** Enough connections to keep one core busy with reads, and all cores with hashes. */
export const READERS = 64;
export const HASHERS = 16;

/**
 * The number of answers per round. Not a time: on a busy machine, a second may have none, and leaves requests
 * unfinished.
 */
export interface RoundSize {
  readonly reads: number;
  readonly hashes: number;
}

/** Reads use one core for the server and one for the generator, hashes all cores; ends when no work is left. */
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
