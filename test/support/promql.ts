/** Functions and keywords look like metrics to the pattern, but for these prefixes. */
const METRIC = /\b((?:latchkey|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g;
const MATCHER = /([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;
/** Labels that Prometheus adds. */
const ADDED = new Set(['job', 'instance']);

export interface MetricReference {
  readonly name: string;
  /** Label values that must be there; empty for those that are patterns or variables of a dashboard. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
}

/** The metrics that an expression names, with the labels that it matches or groups by. */
export function metricsIn(expression: string): MetricReference[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  return [...expression.matchAll(METRIC)].map(([, name = '', matchers = '']) => {
    const matched = [...matchers.matchAll(MATCHER)].map(
      ([, label = '', operator, value = '']) => [label, valuesOf(operator, value)] as const,
    );
    const labels = [...grouped.map((label) => [label, []] as const), ...matched];
    return { name, labels: Object.fromEntries(labels.filter(([label]) => !ADDED.has(label))) };
  });
}

function valuesOf(operator: string | undefined, value: string): string[] {
  if (value.includes('$')) return [];
  return operator === '=' ? [value] : value.split('|').filter((one) => /^\w+$/.test(one));
}

/** What of a reference is not among the samples of a scrape (`name{label="value"}`); undefined where all is. */
export function missingFrom(samples: Iterable<string>, { name, labels }: MetricReference): string | undefined {
  const found = [...samples].filter((sample) => sample === name || sample.startsWith(`${name}{`));
  if (found.length === 0) return name;
  for (const [label, values] of Object.entries(labels)) {
    if (!found.some((sample) => sample.includes(`${label}="`))) return `${name} has no label ${label}`;
    const absent = values.find((value) => !found.some((sample) => sample.includes(`${label}="${value}"`)));
    if (absent !== undefined) return `${name} has no ${label}="${absent}"`;
  }
  return undefined;
}
