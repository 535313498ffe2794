import { useEffect } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { explain } from '../refusals.ts';
import type { Statistics } from './answers.ts';
import { Chart } from './components/chart.tsx';
import { FilterChips } from './components/filters.tsx';
import { fillCount, formatNumber } from './components/format.tsx';
import { FailureNotice, useLoaded } from './components/loaded.tsx';
import { Screen } from './components/screen.tsx';
import { useAddress } from './components/use-list.ts';
import { LiveCard } from './live-card.tsx';
import { screenAddress } from './screen-address.ts';
import { startScreen } from './start.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('overview');
const DAY_MS = 86_400_000;
const RENEW_EVERY_MS = 60_000;
const RANGES = [7, 30, 90];
const USUAL_RANGE = 30;

const RANGE_CHOICES = RANGES.map((days) => ({
  value: days === USUAL_RANGE ? '' : String(days),
  label: fill(texts.days, { days: String(days) }),
}));

interface FigureProps {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  /** Undefined: it keeps its place empty. */
  readonly total: number | undefined;
  readonly note: string | false | undefined;
  readonly isBad?: boolean;
}

const Figure = ({ id, label, href, total, note, isBad = false }: FigureProps) => (
  <li>
    <a class="console-card figure-card" href={href}>
      <span class="figure-label">{label}</span>
      <strong class="figure-number" id={`total-${id}`}>
        {total === undefined ? <span class="bar" /> : formatNumber(total)}
      </strong>
      <span class={isBad ? 'figure-note soft bad' : 'figure-note soft'}>{note}</span>
    </a>
  </li>
);

function Figures({ data }: { readonly data: Statistics | undefined }) {
  const totals = data?.totals;
  const registrations = data?.days.reduce((sum, day) => sum + day.registrations, 0) ?? 0;
  const givenUp = totals?.emails_given_up ?? 0;
  return (
    <ul class="figures">
      <Figure
        id="accounts"
        label={texts.accounts}
        href={screenAddress('users')}
        total={totals?.accounts}
        note={data && fillCount(texts.newAccounts, registrations, { days: String(data.days.length) })}
      />
      <Figure
        id="sessions"
        label={texts.sessions}
        href={screenAddress('sessions')}
        total={totals?.sessions}
        note={data && fillCount(texts.activeToday, data.days.at(-1)?.active_users ?? 0)}
      />
      <Figure
        id="unverified"
        label={texts.unverified}
        href={screenAddress('users', { status: 'INACTIVE' })}
        total={totals?.unverified}
        note={data && texts.unverifiedHint}
      />
      <Figure
        id="emails"
        label={texts.emails}
        href={screenAddress('emails')}
        total={totals?.emails_waiting}
        note={data && (givenUp === 0 ? texts.emailsFine : fillCount(texts.emailsGivenUp, givenUp))}
        isBad={givenUp > 0}
      />
    </ul>
  );
}

type Day = Statistics['days'][number];

function chartsOf({ days, complete }: Statistics) {
  const series = (label: string, className: string, value: (day: Day) => number) => ({
    label,
    className,
    values: days.map(value),
  });
  const shared = { days: days.map(({ day }) => day), note: complete ? texts.utc : texts.counting };
  return {
    logins: {
      ...shared,
      series: [
        series(texts.succeeded, 'first', ({ logins }) => logins),
        series(texts.failed, 'second', (day) => day.failed_logins + day.throttled + day.second_factor_failures),
      ],
    },
    growth: {
      ...shared,
      series: [
        series(texts.active, 'first', ({ active_users }) => active_users),
        series(texts.registrations, 'third', ({ registrations }) => registrations),
      ],
    },
  };
}

function Overview() {
  const address = useAddress(['days']);
  const range = RANGES.find((days) => String(days) === address.values.days) ?? USUAL_RANGE;
  const from = new Date(Date.now() - (range - 1) * DAY_MS).toISOString().slice(0, 10);
  const { data, refused, reload } = useLoaded<Statistics>('/api/admin/statistics', { from });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, [from]);
  const charts = data && chartsOf(data);
  const ranges = <FilterChips address={address} name="days" label={texts.range} choices={RANGE_CHOICES} />;
  return (
    <Screen title={texts.title} actions={ranges}>
      {refused && <FailureNotice reason={explain(refused)} retry={reload} className="overview-problem" />}
      <Figures data={data} />
      <div class="overview-columns">
        <div class="charts">
          <Chart id="chart-logins" title={texts.logins} data={charts?.logins} />
          <Chart id="chart-growth" title={texts.growth} data={charts?.growth} />
        </div>
        <LiveCard />
      </div>
    </Screen>
  );
}

startScreen(Overview);
