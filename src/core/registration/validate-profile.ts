import { type ProfileField, ruleOf } from '../../config/built-in-fields.ts';
import { hasForbiddenCharacters } from '../../lib/characters.ts';
import { canonicalEmail } from '../email-address.ts';
import { Refusal } from '../refusal.ts';

/**
 * The rules for the fields of an account, applied here only, for every way to create or change one. A broken rule is a
 * Refusal that names the field.
 */

/** Separators, marks, format and ignorable characters; and the Braille blank (U+2800), a symbol to Unicode. */
const INVISIBLE = /[\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether the text has no visible character. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';

/** Only http(s) URLs and relative references: clients put it into a page, so `javascript:` and `data:` are refused. */
function isImageUrl(value: string): boolean {
  const url = URL.parse(value, 'https://relative.invalid/');
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}

export function textOf(field: ProfileField, input: string): string {
  const text = input.trim();
  if (hasForbiddenCharacters(text)) throw new Refusal('invalid_field', { field, reason: 'forbidden_characters' });
  return ruleOf(field).isNormalized ? text.normalize('NFC') : text;
}

export function refuseBlank(field: ProfileField, text: string): void {
  if (isBlank(text)) throw new Refusal('missing_field', { field });
}

/** Lengths are counted in Unicode code points, so one emoji is not two characters. */
export function refuseTooLong(field: ProfileField, text: string): void {
  const limit = ruleOf(field).maxCodePoints;
  if ([...text].length > limit) throw new Refusal('invalid_field', { field, reason: 'too_long', limit });
}

/** The value as it is stored. */
export function requiredField(field: ProfileField, input: string): string {
  const text = textOf(field, input);
  refuseBlank(field, text);
  refuseTooLong(field, text);
  return text;
}

/** Validates an optional value; null if it is missing. */
export function optionalField(field: ProfileField, input: string): string | null {
  const text = textOf(field, input);
  if (isBlank(text)) return null;
  refuseTooLong(field, text);
  if (field === 'profile_image_url' && !isImageUrl(text))
    throw new Refusal('invalid_field', { field, reason: 'not_a_url' });
  return text;
}

/** The form of address for an account without a name. */
export const nameFromAddress = (email: string): string => email.replace(/@.*/, '');

export function emailField(input: string): string {
  const email = canonicalEmail(input.trim());
  // Forbidden characters get the same refusal.
  if (email === undefined) throw new Refusal('invalid_email', { field: 'email' });
  return email;
}
