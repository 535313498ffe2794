import type { Texts } from '../texts/texts.ts';
import { unlinked } from './hostile-text.ts';

/** What is known about the request that caused an e-mail. */
export interface RequestDetails {
  readonly atMs: number;
  /** Shortened by lib/rough-network.ts. */
  readonly network?: string | undefined;
  readonly device?: string | undefined;
  /** The new API key: its name and its public part. */
  readonly key?: string | undefined;
  /** Given by an administrator. */
  readonly reason?: string | undefined;
  /** The name of the provider whose login was linked or unlinked. */
  readonly provider?: string | undefined;
}

export interface Detail {
  readonly label: string;
  readonly value: string;
}

export function describeRequest(details: RequestDetails, language: string, labels: Texts['details']): Detail[] {
  return [
    { label: labels.key, value: details.key && unlinked(details.key) },
    { label: labels.reason, value: details.reason && unlinked(details.reason) },
    { label: labels.provider, value: details.provider },
    { label: labels.time, value: timeInWords(details.atMs, language) },
    { label: labels.network, value: details.network },
    // An app may give itself a name that looks like a link.
    { label: labels.device, value: details.device && unlinked(details.device) },
  ].filter((detail): detail is Detail => detail.value !== undefined);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** "15 November 2026 at 19:54 UTC". UTC, because the reader's time zone is not known. */
export function timeInWords(atMs: number, language: string): string {
  // British English is unambiguous: day first, month as a word, 24 hours.
  const locale = language === 'en' ? 'en-GB' : language;
  const format =
    dateFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  dateFormats.set(locale, format);
  return `${format.format(atMs)} UTC`;
}
