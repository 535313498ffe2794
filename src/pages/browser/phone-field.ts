import { CALLING_CODES } from '../../config/calling-codes.ts';
import { byId } from './page.ts';
import { countryOf, withCallingCode, withoutCallingCode } from './phone-numbers.ts';

/**
 * The choice of a country beside the field for a phone number. The field always has the whole number as it is sent, and
 * people can see and change it: a country that is chosen puts its calling code in front of what is there, and a number
 * that is typed, pasted or filled in by the browser shows its country.
 */
export function handlePhoneField(): void {
  const input = byId('phone_number', HTMLInputElement);
  const choice = byId('phone_country', HTMLSelectElement);
  const first = (choice.dataset.first ?? '').split(' ').filter((country) => country !== '');
  choice.append(...countryChoices(first).map(({ country, text }) => new Option(text, country)));

  const showChosen = () => {
    const code = CALLING_CODES.get(choice.value);
    byId('phone_country-shown', HTMLElement).textContent = choice.value === '' ? '+' : choice.value;
    input.placeholder = code === undefined ? '' : `+${code}`;
  };
  const choose = (country: string) => {
    choice.value = country;
    showChosen();
  };
  /** While it is typed: a country that was chosen stays until another code is there. */
  const follow = () => {
    const country = countryOf(input.value, choice.value);
    if (country !== '') choose(country);
  };

  choice.addEventListener('change', () => {
    const number = withCallingCode(withoutCallingCode(input.value), choice.value);
    showChosen();
    if (number === input.value) return;
    input.value = number;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  input.addEventListener('input', follow);
  input.addEventListener('change', () => {
    input.value = withCallingCode(input.value, choice.value);
    follow();
  });
  if (input.value.trim() === '') choose(likelyCountry(first));
  else choose(countryOf(input.value));
}

/** Those that are named first, then all others by their name in the language of the page. */
export function countryChoices(first: readonly string[]): { readonly country: string; readonly text: string }[] {
  const { lang } = document.documentElement;
  const names = new Intl.DisplayNames([lang, 'en'], { type: 'region' });
  const named = [...CALLING_CODES].map(([country, code]) => ({ country, text: `${names.of(country)} (+${code})` }));
  const collator = new Intl.Collator(lang);
  const rank = ({ country }: { country: string }) => (first.includes(country) ? first.indexOf(country) : first.length);
  named.sort((one, other) => rank(one) - rank(other) || collator.compare(one.text, other.text));
  return named;
}

/** That of the browser's language; where the deployment names countries, one of those. */
export function likelyCountry(first: readonly string[]): string {
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
