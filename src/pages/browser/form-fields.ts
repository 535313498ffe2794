import { checkPassword } from '../../accounts/passwords/password-policy.ts';
import { messages } from './page.ts';

/** A form control with a name, a value and `required`. */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const fieldsOf = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>('input[name], select[name], textarea[name]'),
];

export function problemOf(input: Field): string {
  if (input.required && input.value.trim() === '') return messages.required;
  if (input.type === 'email' && input.validity.typeMismatch) return messages.invalidEmail;
  if (input.inputMode === 'decimal' && Number.isNaN(Number(withDecimalPoint(input.value)))) return messages.notANumber;
  if (input.autocomplete === 'new-password' && Object.values(checkPassword(input.value)).includes(false)) {
    return messages.weakPassword;
  }
  return '';
}

/**
 * Accepts a decimal comma, which many keyboards offer. A comma before three digits may separate thousands and is
 * refused.
 */
export const withDecimalPoint = (typed: string): string =>
  /^[-+]?[1-9]\d{0,2},\d{3}$/.test(typed.trim()) ? typed : typed.replace(',', '.');

export const isTooLong = ({ value, dataset }: Field): boolean => [...value].length > Number(dataset.max);
