import { useEffect, useRef, useState } from 'preact/hooks';
import { CALLING_CODES } from '../../../config/calling-codes.ts';
import { PROFILE_FIELDS } from '../../../config/profile-fields.ts';
import { Field, Input } from '../components/fields.tsx';
import { countryChoices, likelyCountry } from '../phone-field.ts';
import { countryOf, withCallingCode, withoutCallingCode } from '../phone-numbers.ts';
import { pageData, texts } from './page-data.ts';

const { phoneCountries: first } = pageData;
const CHOICES = countryChoices(first);

interface Props {
  /** The whole number as it is sent. */
  readonly value: string;
  readonly change: (value: string) => void;
}

const countryFor = (number: string, chosen = ''): string =>
  number.trim() === '' ? likelyCountry(first) : countryOf(number, chosen);

/**
 * A phone number with a choice of countries in front: a country that is chosen puts its calling code in front of what
 * is there, and a number that is typed, pasted or filled in by the browser shows its country.
 */
export function PhoneField({ value, change }: Props) {
  const [country, setCountry] = useState(() => countryFor(value));
  const typed = useRef(value);
  useEffect(() => {
    // Otherwise than by typing.
    if (value !== typed.current) setCountry(countryFor(value, country));
    typed.current = value;
  }, [value]);
  const type = (number: string, chosen = country) => {
    // A country that was chosen stays until another code is there.
    setCountry(countryOf(number, chosen) || chosen);
    typed.current = number;
    change(number);
  };
  const code = CALLING_CODES.get(country);
  const label = texts.fields.phone_number;
  const hint = texts.hints.phone_number;
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
            {CHOICES.map((choice) => (
              <option key={choice.country} value={choice.country}>
                {choice.text}
              </option>
            ))}
          </select>
          <span class="chosen" aria-hidden="true">
            {country === '' ? '+' : country}
          </span>
        </div>
        <Input
          name="phone_number"
          {...PROFILE_FIELDS.phone_number.input}
          max={PROFILE_FIELDS.phone_number.maxCodePoints}
          hint={hint}
          required
          placeholder={code === undefined ? '' : `+${code}`}
          value={value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onChange={({ currentTarget }) => type(withCallingCode(currentTarget.value, country))}
        />
      </div>
    </Field>
  );
}
