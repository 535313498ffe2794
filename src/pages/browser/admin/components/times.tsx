import { serverNowMs } from '../../page.ts';
import { common } from '../texts.ts';
import { createStore } from './store.ts';

const language = document.documentElement.lang;
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const full = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' });
const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];
/** From a week on, the date says more. */
const LONGEST_RELATIVE_S = 7 * 86_400;
const RENEW_EVERY_MS = 30_000;

/** The service's time. Whatever shows how long ago something was follows it. */
const clock = createStore(serverNowMs());
setInterval(() => clock.set(serverNowMs()), RENEW_EVERY_MS);

interface TimeProps {
  readonly time: string;
}

/** `3 min. ago`, and the date for what is longer ago; the whole time is in the title. */
export function TimeAgo({ time }: { readonly time: string | null }) {
  clock.use();
  if (time === null) return <span class="soft">{common.never}</span>;
  return (
    <time dateTime={time} title={full.format(new Date(time))}>
      {timeAgo(new Date(time))}
    </time>
  );
}

function timeAgo(date: Date): string {
  const seconds = (date.getTime() - serverNowMs()) / 1000;
  if (Math.abs(seconds) >= LONGEST_RELATIVE_S) return day.format(date);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Date and time in the reader's time zone. */
export const LocalTime = ({ time }: TimeProps) => (
  <time dateTime={time} title={full.format(new Date(time))}>
    {short.format(new Date(time))}
  </time>
);

export const LocalDay = ({ time }: TimeProps) => (
  <time dateTime={time} title={full.format(new Date(time))}>
    {dayOf(time)}
  </time>
);

/** For the middle of a sentence. */
export const dayOf = (time: string): string => day.format(new Date(time));
