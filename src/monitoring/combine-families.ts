import type { Family } from './prometheus-text.ts';

const COMBINE = {
  sum: (one: number, other: number) => one + other,
  latest: (_earlier: number, later: number) => later,
  min: Math.min,
  max: Math.max,
};

/** Combines the metrics of several processes. */
export function combineFamilies(processes: readonly (readonly Family[])[]): Family[] {
  const sums = new Map<string, { family: Family; values: Map<string, number> }>();
  for (const family of processes.flat()) {
    const { values } = sums.get(family.name) ?? { values: new Map<string, number>() };
    const combine = COMBINE[family.across ?? 'sum'];
    for (const [suffix, value] of family.samples) {
      const before = values.get(suffix);
      values.set(suffix, before === undefined ? value : combine(before, value));
    }
    sums.set(family.name, { family, values });
  }
  return [...sums.values()].map(({ family, values }) => ({ ...family, samples: [...values] }));
}
