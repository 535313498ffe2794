import type { TestEvent } from 'node:test/reporters';

const HEADINGS = ['fault', 'rounds', 'acknowledged', 'refused', 'unknown', 'lost', 'violations', 'longest outage, s'];

/** The report of `npm run faults`: what failed, and one line a fault. Rounds of the same fault are added up. */
export default async function* table(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const lines = new Map<string, number[]>();
  for await (const event of source) {
    if (event.type === 'test:fail') yield `failed: ${event.data.name}\n${event.data.details.error.message}\n`;
    if (event.type === 'test:diagnostic' && event.data.message.startsWith('round|')) {
      const [, round, fault, seconds] = event.data.message.split('|');
      yield `round ${round}, ${fault}: served again after ${seconds} s\n`;
    }
    if (event.type !== 'test:diagnostic' || !event.data.message.startsWith('fault|')) continue;
    const [, name = '', ...cells] = event.data.message.split('|');
    yield `${name}: done\n`;
    lines.set(name, addUp(lines.get(name), cells.map(Number)));
  }
  const rows = [HEADINGS, ...[...lines].map(([name, cells]) => [name, ...cells.map(String)])];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  yield '\n';
  for (const row of rows) {
    const [name = '', ...figures] = row;
    const padded = figures.map((figure, column) => figure.padStart(widths[column + 1] ?? 0));
    yield `${[name.padEnd(widths[0] ?? 0), ...padded].join('  ')}\n`;
  }
}

const addUp = (known: number[] | undefined, cells: number[]): number[] => {
  if (!known) return cells;
  const longest = cells.length - 1;
  return cells.map((cell, at) => (at === longest ? Math.max(cell, known[at] ?? 0) : cell + (known[at] ?? 0)));
};
