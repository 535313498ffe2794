import type { Texts } from '../texts/texts.ts';
import { unlinked } from './hostile-text.ts';

/** The request that caused an e-mail, and the payload of its kind. */
export interface RequestDetails {
  readonly atMs: number;
  readonly [name: string]: string | number | undefined;
}

export interface Detail {
  readonly label: string;
  readonly value: string;
}

/** Every value that has a label. Names that look like links, such as those of apps, must not become links. */
export function describeRequest(details: RequestDetails, language: string, labels: Texts['details']): Detail[] {
  const { time, network, device, ...ofKind } = labels;
  const row = (label: string, value: string | number | undefined): Detail[] =>
    value === undefined ? [] : [{ label, value: String(value) }];
  const unlinkedRow = (label: string, name: string) =>
    details[name] === undefined ? [] : row(label, unlinked(String(details[name])));
  return [
    ...Object.entries(ofKind).flatMap(([name, label]) => unlinkedRow(label, name)),
    ...row(time, formatTime(details.atMs, language)),
    ...row(network, details.network),
    ...unlinkedRow(device, 'device'),
  ];
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** "15 November 2026 at 19:54 UTC". UTC, because the reader's time zone is not known. */
export function formatTime(atMs: number, language: string): string {
  // British English is unambiguous: day first, month as a word, 24 hours.
  const locale = language === 'en' ? 'en-GB' : language;
  const format =
    dateFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  dateFormats.set(locale, format);
  return `${format.format(atMs)} UTC`;
}
