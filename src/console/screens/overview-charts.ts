import { type ChartData, sumOf } from '../components/chart.tsx';
import type { Comparison } from '../components/delta.tsx';
import type { Statistics } from './answers.ts';
import { screenAddress } from './screen-address.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('overview');

type Day = Statistics['days'][number];

/** The loaded days: those of the range, which ends today, and as many before them for comparison. */
export interface ShownStatistics {
  readonly data: Statistics;
  readonly range: number;
}

/** Compares the complete days, without today, with as many before. Undefined while earlier days are being counted. */
export function compare({ data, range }: ShownStatistics, value: (day: Day) => number): Comparison | undefined {
  const days = range - 1;
  if (!data.complete || data.days.length < 2 * range) return undefined;
  const sum = (first: number) => sumOf(data.days.slice(first, first + days).map(value));
  return { now: sum(range), before: sum(range - days), days };
}

const FAILED = 'login_failed,throttled,second_factor_failed';

export function chartsOf(shown: ShownStatistics): Readonly<Record<'logins' | 'growth', ChartData>> {
  const { data, range } = shown;
  const days = data.days.slice(-range);
  const series = (label: string, className: string, value: (day: Day) => number, isBad = false) => ({
    label,
    className,
    isBad,
    values: days.map(value),
    compared: compare(shown, value),
  });
  const shared = { days: days.map(({ day }) => day), note: data.complete ? texts.utc : texts.counting };
  const eventsOf = (event: string) => (day: string) => screenAddress('audit', { event, from: day, to: day });
  return {
    logins: {
      ...shared,
      hrefOf: eventsOf(`logged_in,${FAILED}`),
      series: [
        series(texts.succeeded, 'first', ({ logins }) => logins),
        series(texts.failed, 'second', (day) => day.failed_logins + day.throttled + day.second_factor_failures, true),
      ],
    },
    growth: {
      ...shared,
      hrefOf: eventsOf('logged_in,registered'),
      series: [
        series(texts.active, 'first', ({ active_users }) => active_users),
        series(texts.registrations, 'third', ({ registrations }) => registrations),
      ],
    },
  };
}
