import { FIELD_TYPES, type FieldType, type FieldTypeName } from '../../config/field-types.ts';
import { checkPassword } from '../../core/passwords/password-policy.ts';
import { messages } from './page.ts';

/** A form control with a name, a value and `required`. */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const fieldsOf = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>('input[name], select[name], textarea[name]'),
];

export function problemOf(input: Field): string {
  const type = FIELD_TYPES[input.dataset.type as FieldTypeName];
  if (type?.message && isMistyped(input, type)) return messages[type.message];
  if (input.required && input.value.trim() === '') return messages.required;
  if (input.type === 'email' && input.validity.typeMismatch) return messages.invalidEmail;
  if (input.autocomplete === 'new-password' && Object.values(checkPassword(input.value)).includes(false)) {
    return messages.weakPassword;
  }
  return '';
}

/** Browsers give what they cannot read, such as half a date, as an empty value. */
const isMistyped = ({ value, validity }: Field, { read, sent }: FieldType): boolean =>
  validity.badInput || (value.trim() !== '' && read(sent(value)) === undefined);

export const isTooLong = ({ value, dataset }: Field): boolean => [...value].length > Number(dataset.max);
