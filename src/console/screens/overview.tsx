import { useEffect } from 'preact/hooks';
import { explain } from '../../pages/browser/refusals.ts';
import { fill } from '../../pages/texts/fill.ts';
import { Chart } from '../components/chart.tsx';
import { FilterChips } from '../components/filters.tsx';
import { FailureNotice, failure, StateCard, useLoaded } from '../components/loaded.tsx';
import { Screen } from '../components/screen.tsx';
import { useAddress } from '../components/use-list.ts';
import type { Setup, Statistics } from './answers.ts';
import { LiveCard } from './live-card.tsx';
import { chartsOf } from './overview-charts.ts';
import { Figures } from './overview-figures.tsx';
import { SetupCard } from './setup-card.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('overview');
const DAY_MS = 86_400_000;
const RENEW_EVERY_MS = 60_000;
const RANGES = [7, 30, 90];
const DEFAULT_RANGE = 30;

const RANGE_CHOICES = RANGES.map((days) => ({
  value: days === DEFAULT_RANGE ? '' : String(days),
  label: fill(texts.days, { days: String(days) }),
}));

export default function Overview() {
  const address = useAddress(['days']);
  const range = RANGES.find((days) => String(days) === address.values.days) ?? DEFAULT_RANGE;
  // Includes as many earlier days, for comparison.
  const from = new Date(Date.now() - (2 * range - 1) * DAY_MS).toISOString().slice(0, 10);
  const { data, refused, reload } = useLoaded<Statistics>('/api/admin/statistics', { from });
  const setup = useLoaded<Setup>('/api/admin/setup');
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, [from]);
  const retry = () => Promise.all([reload(), setup.reload()]);
  // The previous range stays until another is loaded.
  const shown = data && { data, range: Math.ceil(data.days.length / 2) };
  const charts = shown && chartsOf(shown);
  const ranges = <FilterChips address={address} name="days" label={texts.range} choices={RANGE_CHOICES} />;
  return (
    <Screen title={texts.title} actions={ranges}>
      {refused && !data && <StateCard {...failure(refused, retry)} />}
      {refused && data && <FailureNotice reason={explain(refused)} retry={retry} />}
      {/* Waits for the setup steps, which come first, so that nothing moves. */}
      {(setup.data || setup.refused) && (data || !refused) && (
        <>
          {setup.data && <SetupCard setup={setup.data} refresh={setup.reload} />}
          <Figures shown={shown} />
          <div class="grid overview-columns">
            <div class="grid">
              <Chart id="chart-logins" title={texts.logins} data={charts?.logins} />
              <Chart id="chart-growth" title={texts.growth} data={charts?.growth} />
            </div>
            <LiveCard />
          </div>
        </>
      )}
    </Screen>
  );
}
