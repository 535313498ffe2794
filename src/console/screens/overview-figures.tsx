import type { ComponentChildren } from 'preact';
import { sumOf } from '../components/chart.tsx';
import { Delta } from '../components/delta.tsx';
import { fillCount, formatNumber } from '../components/format.tsx';
import { compare, type ShownStatistics } from './overview-charts.ts';
import { screenAddress } from './screen-address.ts';
import { frameData, textsOf } from './texts.ts';

const texts = textsOf('overview');

interface FigureProps {
  readonly id: string;
  readonly label: string;
  /** The list of what is counted. */
  readonly href: string;
  /** Undefined: reserves the space. */
  readonly total: number | undefined;
  readonly children: ComponentChildren;
}

/** The link covers the whole card, except links in the note. */
const Figure = ({ id, label, href, total, children }: FigureProps) => (
  <li class="card">
    <a class="figure-label" href={href}>
      {label}
    </a>
    <strong class="figure-number" id={`total-${id}`}>
      {total === undefined ? <span class="bar" /> : formatNumber(total)}
    </strong>
    <span class="figure-note soft">{total !== undefined && children}</span>
  </li>
);

const EMPTY = {
  accounts: 0,
  sessions: 0,
  inactive: 0,
  unverified: 0,
  identities: [],
  emails_waiting: 0,
  emails_given_up: 0,
};

export function Figures({ shown }: { readonly shown: ShownStatistics | undefined }) {
  const totals = shown?.data.totals;
  const { unverified, identities, emails_given_up: givenUp } = totals ?? EMPTY;
  const days = shown?.data.days.slice(-shown.range) ?? [];
  const registrations = sumOf(days.map((day) => day.registrations));
  const registered = shown && compare(shown, (day) => day.registrations);
  return (
    <ul class="grid figures">
      <Figure id="accounts" label={texts.accounts} href={screenAddress('users')} total={totals?.accounts}>
        <a href={screenAddress('audit', { event: 'registered', from: days[0]?.day ?? '' })}>
          {fillCount(texts.newAccounts, registrations, { days: String(days.length) })}
        </a>
        {registered && <Delta of={registered} />}
        {frameData.identityProviders.map(({ id, name }) => (
          <a key={id} href={screenAddress('users', { provider: id })}>
            {name} {formatNumber(identities.find(({ provider }) => provider === id)?.accounts ?? 0)}
          </a>
        ))}
      </Figure>
      <Figure id="sessions" label={texts.sessions} href={screenAddress('sessions')} total={totals?.sessions}>
        {fillCount(texts.activeToday, days.at(-1)?.active_users ?? 0)}
      </Figure>
      <Figure
        id="unverified"
        label={texts.unverified}
        href={screenAddress('users', { status: 'INACTIVE' })}
        total={totals?.inactive}
      >
        {fillCount(texts.unverifiedLong, unverified)}
      </Figure>
      <Figure
        id="emails"
        label={texts.emails}
        href={screenAddress('emails', { state: 'waiting' })}
        total={totals?.emails_waiting}
      >
        {givenUp === 0 ? (
          texts.emailsFine
        ) : (
          <a class="bad" href={screenAddress('emails', { state: 'dead' })}>
            {fillCount(texts.emailsGivenUp, givenUp)}
          </a>
        )}
      </Figure>
    </ul>
  );
}
