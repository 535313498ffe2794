import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FIGURES, type Figure, type Rounds, type Summaries, summaryOf } from '../../bench/figures.ts';
import { goalsOf, isMet } from '../../bench/goals.ts';
import { plot } from '../../bench/plot.ts';
import { median, percentile, spread } from '../../bench/statistics.ts';
import { goalTable, number, table } from '../../bench/table.ts';

/** Everybody does a thousand a second, but for those who are named. */
const summaries = (perSecond: Partial<Record<Figure, number>> = {}): Summaries =>
  Object.fromEntries(
    (Object.keys(FIGURES) as Figure[]).map((figure) => [
      figure,
      { perSecond: perSecond[figure] ?? 1000, p50Ms: 1, p99Ms: 2, spread: 0 },
    ]),
  ) as unknown as Summaries;

const footprint = { coldStartSeconds: 0.3, idleMiB: 90, peakMiB: 150 };

describe('the statistics of the bench', () => {
  it('take the middle of the rounds, whatever their order', () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([4, 1, 2, 3]), 2.5);
    assert.equal(median([7]), 7);
  });

  it('say how far the rounds lie apart', () => {
    assert.equal(spread([100, 90, 120]), 0.3);
    const round = { p50Ms: 1, p99Ms: 2 };
    const rounds = [100, 90, 120].map((perSecond) => ({ ...round, perSecond }));
    assert.deepEqual(summaryOf(rounds), { perSecond: 100, p50Ms: 1, p99Ms: 2, spread: 0.3 });
  });

  it('count a percentile from above: one slow request of a hundred shows', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    assert.equal(percentile(values, 0.99), 99);
    assert.equal(percentile(values, 1), 100);
    assert.equal(percentile([3], 0.5), 3);
  });
});

describe('the goals of the bench', () => {
  it('are missed on the wrong side of their bound and met on it', () => {
    const goal = { what: '', value: 0.5, bound: 0.5, unit: '' };
    assert.ok(isMet({ ...goal, kind: 'at least' }));
    assert.ok(isMet({ ...goal, kind: 'at most' }));
    assert.ok(!isMet({ ...goal, value: 0.49, kind: 'at least' }));
    assert.ok(!isMet({ ...goal, value: 0.51, kind: 'at most' }));
  });

  it('divide Latchkey by what it is measured beside, round by round', () => {
    const rounds = Object.fromEntries(
      Object.keys(FIGURES).map((figure) => [
        figure,
        Array.from({ length: 3 }, () => ({ perSecond: 1000, p50Ms: 1, p99Ms: 2 })),
      ]),
    ) as unknown as Rounds;
    const rates = (...all: number[]) => all.map((perSecond) => ({ perSecond, p50Ms: 1, p99Ms: 2 }));
    // By medians it would be 300 / 1200; but in the rounds in which it did little, so did the other.
    const noisy = { me: rates(600, 300, 100), fastify: rates(1200, 600, 1200), mePeer: rates(20, 10, 20) };
    const goals = goalsOf({ measured: { ...rounds, ...noisy }, latchkey: footprint });
    const measured = (what: string) => goals.find((goal) => goal.what === what)?.value;
    assert.equal(measured('me / bare Fastify'), 0.5);
    assert.equal(measured('me / better-auth'), 30);
    assert.equal(measured('cold start'), 0.3);
    assert.match(goalTable(goals), /me \/ bare Fastify +\| +0\.5 \| +≥ 0\.5 \| +met \|/);
    assert.match(goalTable(goals), /sign-in \/ better-auth +\| +1 \| +≥ 1\.7 \| +MISSED \|/);
  });
});

describe('the tables and the picture of the bench', () => {
  it('are Markdown that lines up', () => {
    assert.equal(table(['', 'a second'], [['me', '7']]), '|    | a second |\n| -- | -------: |\n| me |        7 |');
    assert.deepEqual([12345.6, 99.94, 0.0625].map(number), ['12,346', '99.9', '0.0625']);
  });

  it('draw each group to the scale of its longest bar', () => {
    const svg = plot(summaries({ argon2Threads: 200, signUp: 100, signUpPeer: 50 }));
    assert.match(svg, /^<svg [^>]+ viewBox="0 0 \d+ \d+"/);
    assert.match(svg, /class="latchkey" [^>]+ width="46\.0"/);
    assert.match(svg, /prefers-color-scheme: dark/);
    assert.equal(svg.match(/<rect /g)?.length, svg.match(/\/s<\/text>/g)?.length);
  });
});
