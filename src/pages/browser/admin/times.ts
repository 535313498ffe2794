import { type CountedText, fill } from '../../texts/fill.ts';
import { serverNowMs } from '../page.ts';
import { element } from './element.ts';
import { common } from './words.ts';

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

/** `3 min. ago`, and the date for what is longer ago; the whole time is in the title. The clock is the service's. */
export function timeAgo(time: string | null): HTMLElement {
  if (time === null) return element('span', { className: 'soft' }, common.never);
  const date = new Date(time);
  const made = element('time', { dateTime: time, title: full.format(date), data: { ago: '' } }, inWords(date));
  return made;
}

function inWords(date: Date): string {
  const seconds = (date.getTime() - serverNowMs()) / 1000;
  if (Math.abs(seconds) >= LONGEST_RELATIVE_S) return day.format(date);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Date and time in the reader's time zone. */
export const localTime = (time: string): HTMLElement =>
  element('time', { dateTime: time, title: full.format(new Date(time)) }, short.format(new Date(time)));

export const localDay = (time: string): HTMLElement =>
  element('time', { dateTime: time, title: full.format(new Date(time)) }, day.format(new Date(time)));

export const formatNumber = (count: number): string => new Intl.NumberFormat(language).format(count);

const plurals = new Intl.PluralRules(language);

/** The form of the text for this number, with `{count}` and the other values in their places. */
export const fillCount = (text: CountedText, count: number, values: Readonly<Record<string, string>> = {}): string =>
  fill(plurals.select(count) === 'one' ? text.one : text.other, { count: formatNumber(count), ...values });

const RENEW_EVERY_MS = 30_000;

/** Keeps the relative times of the page right. */
export function keepTimesRight(signal: AbortSignal): void {
  const timer = setInterval(() => {
    for (const one of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
      const text = inWords(new Date(one.dateTime));
      if (one.textContent !== text) one.textContent = text;
    }
  }, RENEW_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
