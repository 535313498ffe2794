/** `latest`: all processes have the same value, such as one from the database. `min`, `max`: the worst counts. */
type Across = 'latest' | 'min' | 'max';

/** A metric family of Prometheus, serializable for messages between worker and primary. */
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** How the values of several processes are combined. Unset: their sum. */
  readonly across?: Across;
  /** The suffix of the name with labels, such as `_bucket{le="1"}`, and the value. */
  readonly samples: readonly (readonly [suffix: string, value: number])[];
}

/** Label values never come from clients, so they need no escaping. */
export const labels = (values: Readonly<Record<string, string | number>>): string =>
  `{${Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;

export const byOutcome = <Counts extends Record<keyof Counts, number>>(counts: Counts): Family['samples'] =>
  Object.entries<number>(counts).map(([outcome, count]) => [labels({ outcome }), count]);

export const counter = (name: string, help: string, samples: Family['samples']): Family => ({
  name,
  type: 'counter',
  help,
  samples,
});

export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  type: 'gauge',
  help,
  samples: [['', value]],
});

export const sharedGauge = (
  name: string,
  help: string,
  samples: Family['samples'],
  across: Across = 'latest',
): Family => ({ name, type: 'gauge', help, across, samples });

/** The Prometheus text exposition format, version 0.0.4. */
export const toPrometheusText = (families: readonly Family[]): string =>
  families
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(([suffix, value]) => `${name}${suffix} ${value}`),
        '',
      ].join('\n'),
    )
    .join('');

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
