import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PROFILE_FIELDS } from '../../../config/built-in-fields.ts';
import { CALLING_CODES } from '../../../declare/calling-codes.ts';
import { countryOf, withCallingCode, withoutCallingCode } from '../phone-numbers.ts';
import { Field, Input } from './fields.tsx';
import { type Choice, Options } from './options.tsx';
import { usePage } from './page-data.ts';

interface Props {
  /** The complete number, as sent. */
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly change: (value: string) => void;
}

/**
 * A phone number with a choice of countries: choosing a country puts its calling code in front of the number, and a
 * number typed, pasted or filled in selects its country.
 */
export function PhoneField({ label, isRequired, value, change }: Props) {
  const { texts, phoneCountries: first } = usePage();
  /** The browser supplies the names and their order. */
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [country, setCountry] = useState('');
  const typed = useRef<string>(undefined);
  useLayoutEffect(() => setChoices(countryChoices(first)), []);
  useLayoutEffect(() => {
    // The value was changed other than by typing.
    if (value !== typed.current) setCountry(value.trim() === '' ? likelyCountry(first) : countryOf(value, country));
    typed.current = value;
  }, [value]);
  const type = (number: string, chosen = country) => {
    // A chosen country stays until the number has another code.
    setCountry(countryOf(number, chosen) || chosen);
    typed.current = number;
    change(number);
  };
  const code = CALLING_CODES.get(country);
  const hint = texts.hints.phone_number;
  const { input, maxCodePoints } = PROFILE_FIELDS.phone_number;
  return (
    <Field name="phone_number" label={label} hint={hint}>
      <div class="phone">
        <div class="phone-country">
          <select
            id="phone_country"
            aria-label={texts.fields.phone_country}
            autocomplete="off"
            value={country}
            onChange={({ currentTarget: { value: chosen } }) =>
              type(withCallingCode(withoutCallingCode(value), chosen), chosen)
            }
          >
            <option value="">–</option>
            <Options choices={choices} />
          </select>
          <span class="chosen" aria-hidden="true">
            {country === '' ? '+' : country}
          </span>
        </div>
        <Input
          name="phone_number"
          {...input}
          max={maxCodePoints}
          hint={hint}
          required={isRequired}
          placeholder={code === undefined ? '' : `+${code}`}
          value={value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onChange={({ currentTarget }) => type(withCallingCode(currentTarget.value, country))}
        />
      </div>
    </Field>
  );
}

/** The configured countries first, then all others by their name in the page's language. */
function countryChoices(first: readonly string[]): Choice[] {
  const { lang } = document.documentElement;
  const names = new Intl.DisplayNames([lang, 'en'], { type: 'region' });
  const named = [...CALLING_CODES].map(([country, code]) => ({
    value: country,
    label: `${names.of(country)} (+${code})`,
  }));
  const collator = new Intl.Collator(lang);
  const rank = ({ value }: Choice) => (first.includes(value) ? first.indexOf(value) : first.length);
  named.sort((one, other) => rank(one) - rank(other) || collator.compare(one.label, other.label));
  return named;
}

/** The country of the browser's language, if it is among the configured ones, if any. */
function likelyCountry(first: readonly string[]): string {
  const region = regionOf(navigator.language);
  const known = CALLING_CODES.has(region) ? region : '';
  return first.length === 0 || first.includes(known) ? known : (first[0] ?? '');
}

/** Empty for invalid language tags, such as `en-US@posix`, which some systems pass to their browsers. */
function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    return '';
  }
}
