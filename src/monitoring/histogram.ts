import { type Family, labels } from './prometheus-text.ts';

/** Upper bounds of the buckets in milliseconds: from a fast read to a login that waited in a full hashing queue. */
const BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

export interface Durations {
  /** The count of each bucket, not cumulative; the last bucket is unbounded. */
  readonly buckets: number[];
  totalMs: number;
}

export const newDurations = (): Durations => ({
  buckets: Array.from({ length: BOUNDS_MS.length + 1 }, () => 0),
  totalMs: 0,
});

export function addDuration(durations: Durations, ms: number): void {
  let at = 0;
  while (at < BOUNDS_MS.length && ms > (BOUNDS_MS[at] as number)) at += 1;
  durations.buckets[at] = (durations.buckets[at] as number) + 1;
  durations.totalMs += ms;
}

/** The samples of a Prometheus histogram, in seconds and with cumulative buckets. */
export function durationSamples(
  { buckets, totalMs }: Durations,
  own: Readonly<Record<string, string>>,
): Family['samples'] {
  let count = 0;
  const cumulative = buckets.map((more, at) => {
    count += more;
    const bound = BOUNDS_MS[at];
    return [`_bucket${labels({ ...own, le: bound === undefined ? '+Inf' : bound / 1000 })}`, count] as const;
  });
  return [...cumulative, [`_sum${labels(own)}`, totalMs / 1000], [`_count${labels(own)}`, count]];
}
