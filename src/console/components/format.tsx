import { createStore } from '../../pages/browser/components/store.ts';
import { serverNowMs } from '../../pages/browser/page.ts';
import { type CountedText, fill } from '../../pages/texts/fill.ts';
import { common } from '../screens/texts.ts';

const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const full = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' });
const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

export const formatNumber = (count: number): string => count.toLocaleString(language);

/** The form of a counted text for this number, filled in. */
export const fillCount = (text: CountedText, count: number, values: Readonly<Record<string, string>> = {}): string =>
  fill(plurals.select(count) === 'one' ? text.one : text.other, { count: formatNumber(count), ...values });

/** The label of a value; the value itself if this version has none. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;

/** The name of a language in the page's language, capitalized; the tag if the browser knows no name. */
export function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return tag;
  }
}

/** Languages as choices, by name. */
export const languageChoices = (tags: readonly string[]) =>
  tags.map((value) => ({ value, label: languageName(value) }));

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];
/** The age after which the date is shown: it is more useful after a week. */
const MAX_RELATIVE_S = 7 * 86_400;
const RENEW_EVERY_MS = 30_000;

/** The service's time, which all relative times follow. */
const clock = createStore(serverNowMs());
setInterval(() => clock.set(serverNowMs()), RENEW_EVERY_MS);

/** The title has the complete time. */
const Time = ({ time, text }: { readonly time: string; readonly text: string }) => (
  <time dateTime={time} title={full.format(new Date(time))}>
    {text}
  </time>
);

/** `3 min. ago`, or the date if it is longer ago. */
export function TimeAgo({ time }: { readonly time: string | null }) {
  clock.use();
  return time === null ? <span class="soft">{common.never}</span> : <Time time={time} text={timeAgo(new Date(time))} />;
}

function timeAgo(date: Date): string {
  const seconds = (date.getTime() - serverNowMs()) / 1000;
  if (Math.abs(seconds) >= MAX_RELATIVE_S) return day.format(date);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Date and time in the user's time zone. */
export const LocalTime = ({ time }: { readonly time: string }) => (
  <Time time={time} text={short.format(new Date(time))} />
);
export const LocalDay = ({ time }: { readonly time: string }) => <Time time={time} text={dayOf(time)} />;

/** The day on which something expires, or that it has expired. */
export const Expiry = ({ time, expired }: { readonly time: string; readonly expired: string }) =>
  Date.parse(time) <= serverNowMs() ? <span class="status bad">{expired}</span> : <LocalDay time={time} />;

/** A date for the middle of a sentence. */
export const dayOf = (time: string): string => day.format(new Date(time));
