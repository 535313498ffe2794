import { type CountedText, fill } from '../../../texts/fill.ts';

const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);

export const formatNumber = (count: number): string => new Intl.NumberFormat(language).format(count);

/** The form of the text for this number, with `{count}` and the other values in their places. */
export const fillCount = (text: CountedText, count: number, values: Readonly<Record<string, string>> = {}): string =>
  fill(plurals.select(count) === 'one' ? text.one : text.other, { count: formatNumber(count), ...values });
