import assert from 'node:assert/strict';

/** What was measured of two kinds of requests, as often of the one as of the other. */
export type Samples = readonly [number[], number[]];

/** The two kinds in turn, which of them first by chance, so that what else the machine does disturbs both alike. */
export async function samplePairs(samples: Samples, pairs: number, sample: (kind: 0 | 1) => Promise<number>) {
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const kind of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      samples[kind].push(await sample(kind));
    }
  }
}

/** Pairs that are thrown away: code that runs for the first time takes longer. */
const WARM_UP = 3;

export interface Comparison {
  readonly sample: (kind: 0 | 1) => Promise<number>;
  /** How many pairs to measure before each judgement. */
  readonly looks: readonly number[];
  readonly statistic: (samples: Samples) => number;
  readonly bounds: readonly [low: number, high: number];
  readonly describe: (samples: Samples, statistic: number) => string;
}

/**
 * Measures until the two kinds look alike, and fails when they still do not after all looks: a busy machine costs more
 * samples and no failure, and two kinds that differ grossly do so at every look.
 */
export async function assertAlike({ sample, looks, statistic, bounds: [low, high], describe }: Comparison) {
  await samplePairs([[], []], WARM_UP, sample);
  const samples: Samples = [[], []];
  let line = '';
  for (const pairs of looks) {
    await samplePairs(samples, pairs, sample);
    const value = statistic(samples);
    line = describe(samples, value);
    if (value > low && value < high) return line;
  }
  assert.fail(line);
}

/** How often one of the first kind is larger than one of the second: 0.5 when they tell nothing. */
export function areaUnderCurve([a, b]: Samples): number {
  const ranked = [...a.map((ms) => ({ ms, isA: true })), ...b.map((ms) => ({ ms, isA: false }))].sort(
    (x, y) => x.ms - y.ms,
  );
  const rankSum = ranked.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0);
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export const ratioOfMedians = ([a, b]: Samples): number => median(a) / median(b);
