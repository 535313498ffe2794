import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CALLING_CODES } from '../../../config/calling-codes.ts';
import { PROFILE_FIELDS } from '../../../config/profile-fields.ts';
import { countryOf, withCallingCode, withoutCallingCode } from '../phone-numbers.ts';
import { Field, Input } from './fields.tsx';
import { type Choice, Options } from './options.tsx';
import { usePage } from './page-data.ts';

interface Props {
  /** The whole number as it is sent. */
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly change: (value: string) => void;
}

/**
 * A phone number with a choice of countries in front: a country that is chosen puts its calling code in front of what
 * is there, and a number that is typed, pasted or filled in by the browser shows its country.
 */
export function PhoneField({ label, isRequired, value, change }: Props) {
  const { texts, phoneCountries: first } = usePage();
  /** Their names and order are those of the browser. */
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [country, setCountry] = useState('');
  const typed = useRef<string>(undefined);
  useLayoutEffect(() => setChoices(countryChoices(first)), []);
  useLayoutEffect(() => {
    // Otherwise than by typing.
    if (value !== typed.current) setCountry(value.trim() === '' ? likelyCountry(first) : countryOf(value, country));
    typed.current = value;
  }, [value]);
  const type = (number: string, chosen = country) => {
    // A country that was chosen stays until another code is there.
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

/** Those that are named first, then all others by their name in the language of the page. */
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

/** That of the browser's language; where the deployment names countries, one of those. */
function likelyCountry(first: readonly string[]): string {
  const region = regionOf(navigator.language);
  const known = CALLING_CODES.has(region) ? region : '';
  return first.length === 0 || first.includes(known) ? known : (first[0] ?? '');
}

/** Empty for what is no name of a language, such as `en-US@posix`, which some systems give to their browsers. */
function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    return '';
  }
}
