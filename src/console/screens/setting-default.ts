import { fill } from '../../pages/texts/fill.ts';
import type { Setting } from './answers.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('settings');
const { requiredInProduction, requiredUnless } = texts;
const scopes: Readonly<Record<string, string>> = texts.scopes;
const language = document.documentElement.lang;
const either = new Intl.ListFormat(language, { type: 'disjunction' });
const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

const code = (text: string): string => `\`${text}\``;

/** A time in the words of the page's language; any other value as it is written in a setting. */
function valueText(value: string | null): string {
  if (value === null || value === 'none') return texts.unset;
  const [, count, unit] = /^(\d+)([smhd])$/.exec(value) ?? [];
  if (unit === undefined) return code(value);
  return Number(count).toLocaleString(language, { style: 'unit', unit: UNITS[unit] as string, unitDisplay: 'long' });
}

/** A default that is a value, in the language of the page. What is to be shown as code stands in backticks. */
export function defaultText({ default_values: values, required_in_production, unless_set: others }: Setting): string {
  const parts = values.map(({ scope, value }) => fill(scopes[scope] ?? '{value}', { value: valueText(value) }));
  if (required_in_production) {
    parts.push(
      others.length === 0 ? requiredInProduction : fill(requiredUnless, { names: either.format(others.map(code)) }),
    );
  }
  return parts.reduce((first, second) => fill(texts.twoDefaults, { first, second }));
}
