import { globSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

interface Usage {
  readonly pid: number;
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended. */
  readonly endedMs: number;
}

/**
 * What this process, its children and their ended children have used of the processors so far. On a machine that others
 * use too it says more than requests a second do. Only Linux tells; elsewhere it is 0.
 */
export function cpuTimeMs(pid: number): number {
  const all = globSync('/proc/[0-9]*/stat').flatMap(read);
  const related = all.filter((usage) => usage.pid === pid || usage.parent === pid);
  return related.reduce((sum, { ownMs, endedMs }) => sum + ownMs + endedMs, 0);
}

/**
 * The time on the processors of the threads that this one process has now, to the nanosecond: ticks are too coarse for
 * a round of a second. Only Linux tells; elsewhere it is not a number.
 */
export function threadTimeMs(pid: number): number {
  const threads = globSync(`/proc/${pid}/task/*/schedstat`);
  if (threads.length === 0) return Number.NaN;
  return threads.reduce((sum, file) => sum + Number.parseInt(readFileSync(file, 'utf8'), 10) / 1e6, 0);
}

function read(file: string): Usage[] {
  try {
    // The name of the command, in brackets, may hold anything.
    const stat = readFileSync(file, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (at: number) => Number(fields[at]) * MS_PER_TICK;
    return [
      {
        pid: Number.parseInt(stat, 10),
        parent: Number(fields[1]),
        ownMs: ticks(11) + ticks(12),
        endedMs: ticks(13) + ticks(14),
      },
    ];
  } catch {
    return [];
  }
}
