/** What Prometheus calls a metric family, in a form that can be sent from one process to another. */
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Every process sees the same, the database's state for example: it is not added up. */
  readonly isShared?: boolean;
  /** What follows the name, labels included, and the value. */
  readonly samples: readonly (readonly [suffix: string, value: number])[];
}

/** Label values are our own words or numbers: routes, methods, outcomes. None of them needs to be escaped. */
export const labels = (values: Readonly<Record<string, string | number>>): string =>
  `{${Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;

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

export const sharedGauge = (name: string, help: string, samples: Family['samples']): Family => ({
  name,
  type: 'gauge',
  help,
  isShared: true,
  samples,
});

/** One account of several processes. */
export function addedUp(accounts: readonly (readonly Family[])[]): Family[] {
  const sums = new Map<string, { family: Family; values: Map<string, number> }>();
  for (const family of accounts.flat()) {
    const { values } = sums.get(family.name) ?? { values: new Map<string, number>() };
    for (const [suffix, value] of family.samples) {
      values.set(suffix, family.isShared ? value : (values.get(suffix) ?? 0) + value);
    }
    sums.set(family.name, { family, values });
  }
  return [...sums.values()].map(({ family, values }) => ({ ...family, samples: [...values] }));
}

/** The text format that Prometheus and everything like it reads. */
export const toText = (families: readonly Family[]): string =>
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
