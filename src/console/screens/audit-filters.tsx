import { useState } from 'preact/hooks';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { serverNowMs } from '../../pages/browser/page.ts';
import { FilterDay, FilterPresets } from '../components/filters.tsx';
import { fillCount } from '../components/format.tsx';
import { Checks, Popover } from '../components/popover.tsx';
import type { Address } from '../components/use-list.ts';
import { PRESETS } from './audit-presets.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('audit');
const names: Readonly<Record<string, string>> = textsOf('events');

/** The maximum that the API accepts. */
const MAX_EVENTS = 10;
const DAY_MS = 86_400_000;

const EVENTS = choicesOf(names).sort((one, other) =>
  one.label.localeCompare(other.label, document.documentElement.lang),
);

const daysAgo = (days: number): string => new Date(serverNowMs() - days * DAY_MS).toISOString().slice(0, 10);

/** Days of the service are in UTC. */
const ranges = () => [
  { label: texts.anyTime, values: { from: '', to: '' } },
  { label: texts.today, values: { from: daysAgo(0), to: '' } },
  { label: texts.week, values: { from: daysAgo(6), to: '' } },
  { label: texts.month, values: { from: daysAgo(29), to: '' } },
];

export const AuditPresets = ({ address }: { readonly address: Address }) => (
  <FilterPresets
    address={address}
    label={texts.groups}
    presets={[{ label: texts.anyEvent, values: { event: '', actor: '' } }, ...PRESETS]}
  />
);

export const AuditFilters = ({ address }: { readonly address: Address }) => (
  <>
    <EventsFilter address={address} />
    <Period address={address} />
  </>
);

function EventsFilter({ address }: { readonly address: Address }) {
  const chosen = (address.values.event ?? '').split(',').filter((event) => event !== '');
  const [only] = chosen;
  // Chosen events come first, but do not move while the popover is open.
  const [choices] = useState(() => [...EVENTS].sort((event, other) => rank(other) - rank(event)));
  function rank({ value }: { readonly value: string }): number {
    return Number(chosen.includes(value));
  }
  const label =
    chosen.length === 1 && only !== undefined ? (names[only] ?? only) : fillCount(texts.events, chosen.length);
  return (
    <Popover label={chosen.length === 0 ? texts.event : label} isSet={chosen.length > 0}>
      <p class="soft small">{texts.eventsHint}</p>
      <Checks
        choices={choices}
        isChosen={(event) => chosen.includes(event)}
        isLocked={(event) => chosen.length >= MAX_EVENTS && !chosen.includes(event)}
        choose={(event, isChosen) =>
          address.set({ event: (isChosen ? [...chosen, event] : chosen.filter((other) => other !== event)).join(',') })
        }
      />
    </Popover>
  );
}

function Period({ address }: { readonly address: Address }) {
  const { from = '', to = '' } = address.values;
  const shown = ranges().find(({ values }) => values.from === from && values.to === to);
  const days = [from, to].filter((day) => day !== '').join(' – ');
  return (
    <Popover label={from === '' && to === '' ? texts.period : (shown?.label ?? days)} isSet={from !== '' || to !== ''}>
      <FilterPresets address={address} label={texts.period} presets={ranges()} />
      <div class="row">
        <FilterDay address={address} name="from" label={texts.from} />
        <FilterDay address={address} name="to" label={texts.to} />
      </div>
      <p class="soft small">{texts.utc}</p>
    </Popover>
  );
}
