import { byId } from '../page.ts';
import { explain } from '../refusals.ts';
import { get } from './admin-api.ts';
import { type Chart, chart } from './chart.ts';
import type { Series } from './chart-plot.ts';
import { addressFilters } from './list-filters.ts';
import { startLiveCard } from './live-card.ts';
import { startScreen } from './shell.ts';
import { fillCount, formatNumber } from './times.ts';
import { wordsOf } from './words.ts';

interface Day {
  readonly day: string;
  readonly registrations: number;
  readonly logins: number;
  readonly failed_logins: number;
  readonly throttled: number;
  readonly second_factor_failures: number;
  readonly active_users: number;
}

interface Statistics {
  readonly complete: boolean;
  readonly days: readonly Day[];
  readonly totals: {
    readonly accounts: number;
    readonly sessions: number;
    readonly unverified: number;
    readonly emails_waiting: number;
    readonly emails_given_up: number;
  };
}

const words = wordsOf('overview');
const DAY_MS = 86_400_000;
const RENEW_EVERY_MS = 60_000;
const RANGES: readonly number[] = [7, 90];
const USUAL_RANGE = 30;

await startScreen(({ signal }) => {
  const charts = { logins: chart('chart-logins', signal), growth: chart('chart-growth', signal) };
  // The search field of this screen leads to the users, and is no filter.
  const search = document.createElement('input');
  const filters = addressFilters(byId('ranges', HTMLElement), {
    search,
    names: ['days'],
    signal,
    changed: () => void read(),
  });
  const range = () => RANGES.find((days) => String(days) === filters.values().days) ?? USUAL_RANGE;
  const problem = byId('overview-problem', HTMLElement);
  let latest = 0;

  async function read(): Promise<void> {
    latest += 1;
    const own = latest;
    const days = range();
    const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    const reply = await get<Statistics>('/api/admin/statistics', { from }, signal);
    if (own !== latest || reply.code === 'cancelled') return;
    problem.hidden = reply.ok;
    if (reply.ok) show(reply.data, charts, days);
    else problem.firstElementChild?.replaceChildren(explain(reply));
  }
  problem.querySelector('button')?.addEventListener('click', () => void read(), { signal });
  const timer = setInterval(() => document.visibilityState === 'visible' && void read(), RENEW_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  void read();
  startLiveCard(signal);
});

function show({ days, totals, complete }: Statistics, charts: Record<'logins' | 'growth', Chart>, range: number): void {
  const sum = (member: 'registrations') => days.reduce((total, day) => total + day[member], 0);
  const write = (id: string, text: string) => byId(id, HTMLElement).replaceChildren(text);
  write('total-accounts', formatNumber(totals.accounts));
  write('note-accounts', fillCount(words.newAccounts, sum('registrations'), { days: String(range) }));
  write('total-sessions', formatNumber(totals.sessions));
  write('note-sessions', fillCount(words.activeToday, days.at(-1)?.active_users ?? 0));
  write('total-unverified', formatNumber(totals.unverified));
  write('note-unverified', words.unverifiedHint);
  write('total-emails', formatNumber(totals.emails_waiting));
  const givenUp = totals.emails_given_up;
  write('note-emails', givenUp === 0 ? words.emailsFine : fillCount(words.emailsGivenUp, givenUp));
  byId('note-emails', HTMLElement).classList.toggle('bad', givenUp > 0);
  const series = (label: string, className: string, value: (day: Day) => number): Series => ({
    label,
    className,
    values: days.map(value),
  });
  const common = { days: days.map(({ day }) => day), note: complete ? words.utc : words.counting };
  charts.logins.draw({
    ...common,
    title: words.logins,
    series: [
      series(words.succeeded, 'first', ({ logins }) => logins),
      series(words.failed, 'second', (day) => day.failed_logins + day.throttled + day.second_factor_failures),
    ],
  });
  charts.growth.draw({
    ...common,
    title: words.growth,
    series: [
      series(words.active, 'first', ({ active_users }) => active_users),
      series(words.registrations, 'third', ({ registrations }) => registrations),
    ],
  });
}
