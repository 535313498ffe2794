import { fill } from '../../texts/fill.ts';
import { wordsOf } from './words.ts';

/** What the operation tells about the default of a setting. */
export interface DefaultOfSetting {
  readonly name: string;
  /** In English. */
  readonly default: string;
  readonly default_values: readonly { readonly scope: string; readonly value: string | null }[];
  readonly required_in_production: boolean;
  readonly unless_set: readonly string[];
}

const words = wordsOf('settings');
const { requiredInProduction, requiredUnless } = words;
const described: Readonly<Record<string, string>> = words.defaults;
const scopes: Readonly<Record<string, string>> = words.scopes;
const language = document.documentElement.lang;
const either = new Intl.ListFormat(language, { type: 'disjunction' });
const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

const code = (text: string): string => `\`${text}\``;

/** A time in the words of the page's language; any other value as it is written in a setting. */
function valueInWords(value: string | null): string {
  if (value === null || value === 'none') return words.unset;
  const [, count, unit] = /^(\d+)([smhd])$/.exec(value) ?? [];
  if (unit === undefined) return code(value);
  return Number(count).toLocaleString(language, { style: 'unit', unit: UNITS[unit] as string, unitDisplay: 'long' });
}

/** The default of a setting in the language of the page. What is to be shown as code stands in backticks. */
export function defaultInWords(setting: DefaultOfSetting): string {
  const { name, default_values: values, required_in_production, unless_set: others } = setting;
  const parts = values.map(({ scope, value }) => fill(scopes[scope] ?? '{value}', { value: valueInWords(value) }));
  if (parts.length === 0) parts.push(described[name] ?? setting.default);
  if (required_in_production) {
    parts.push(
      others.length === 0 ? requiredInProduction : fill(requiredUnless, { names: either.format(others.map(code)) }),
    );
  }
  return parts.reduce((first, second) => fill(words.twoDefaults, { first, second }));
}
