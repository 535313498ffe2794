import { median, quartiles } from './statistics.ts';
import { number, table } from './table.ts';

/** Measurements of the earlier and the current program, taken soon after each other. */
export interface Pair<T> {
  readonly earlier: T;
  readonly present: T;
}

export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly rounds: readonly Pair<number>[];
}

const ratio = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Compares round by round, because a noisy neighbour affects both: `1.02 (0.99 to 1.04)`, median and quartiles. */
export function ratioText(rounds: readonly Pair<number>[]): string {
  const ratios = rounds.map(({ earlier, present }) => present / earlier);
  const middle = ratio.format(median(ratios));
  if (ratios.length < 2) return middle;
  const [lower, upper] = quartiles(ratios);
  return `${middle} (${ratio.format(lower)} to ${ratio.format(upper)})`;
}

/** One line per figure: both medians, and the ratio of the rounds. */
export function ratioTable(
  title: string,
  rows: readonly Row[],
  [earlierName, presentName]: readonly [string, string] = ['earlier', 'present'],
): string {
  return table(
    [title, earlierName, presentName, `${presentName} / ${earlierName}`],
    rows.map(({ what, unit, rounds }) => [
      what,
      `${number(median(rounds.map(({ earlier }) => earlier)))} ${unit}`,
      `${number(median(rounds.map(({ present }) => present)))} ${unit}`,
      ratioText(rounds),
    ]),
  );
}
