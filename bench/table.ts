import { FIGURES, type Figure, type Footprint, type Results } from './figures.ts';
import { type Goal, goalsOf, isMet } from './goals.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
export const number = (value: number): string => (value >= 100 ? whole : precise).format(value);

/** A Markdown table that is also readable in a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length), title.length),
  );
  const padded = (cell: string, column: number, width: number) =>
    column === 0 ? cell.padEnd(width) : cell.padStart(width);
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => padded(cells[column] ?? '', column, width)).join(' | ')} |`;
  const rule = line(widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [line(head), rule, ...rows.map(line)].join('\n');
}

export function goalTable(goals: readonly Goal[]): string {
  return table(
    ['', 'measured', 'goal', ''],
    goals.map((goal) => {
      const sign = goal.kind === 'at least' ? '≥' : '≤';
      const unit = goal.unit && ` ${goal.unit}`;
      return [
        goal.what,
        `${number(goal.value)}${unit}`,
        `${sign} ${number(goal.bound)}${unit}`,
        isMet(goal) ? 'met' : 'MISSED',
      ];
    }),
  );
}

export function figureTable({ summaries }: Pick<Results, 'summaries'>): string {
  const rows = (Object.keys(FIGURES) as Figure[]).map((figure) => {
    const { perSecond, p50Ms, p99Ms, spread } = summaries[figure];
    const latency = (ms: number) => (Number.isNaN(ms) ? '' : number(ms));
    return [FIGURES[figure], number(perSecond), latency(p50Ms), latency(p99Ms), `${Math.round(spread * 100)} %`];
  });
  return table(['', 'a second', 'p50 ms', 'p99 ms', 'spread of rounds'], rows);
}

function footprintTable({ latchkey, peer }: Pick<Results, 'latchkey' | 'peer'>): string {
  const row = (name: string, { coldStartSeconds, idleMiB, peakMiB }: Footprint) => [
    name,
    number(coldStartSeconds),
    number(idleMiB),
    number(peakMiB),
  ];
  return table(['', 'cold start s', 'idle MiB', 'peak MiB'], [row('Latchkey', latchkey), row('better-auth', peer)]);
}

/** The complete output of a comparison. */
export function report(results: Results): string {
  const { machine, node, rounds, seconds, readSeconds, pinned } = results;
  const where = pinned ? 'server and generator on a core each' : 'server and generator on the same cores';
  return [
    `${machine}, Node ${node}. Medians of ${rounds} rounds of ${seconds} s, of reads ${readSeconds} s, taken in ` +
      `turn; ${where} while reads are measured.`,
    figureTable(results),
    footprintTable(results),
    goalTable(goalsOf(results)),
  ].join('\n\n');
}
