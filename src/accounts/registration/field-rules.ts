import type { AccountFields } from '../../config/account-fields.ts';
import { type FormField, type ProfileField, ruleOf } from '../../config/profile-fields.ts';
import { hasForbiddenCharacters } from '../../lib/characters.ts';
import { canonicalEmail } from '../email-address.ts';
import type { PasswordRule } from '../passwords/password-rule.ts';
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

function textOf(field: ProfileField, given: string): string {
  const text = given.trim();
  if (hasForbiddenCharacters(text)) throw new Refusal('invalid_field', { field, reason: 'forbidden_characters' });
  return ruleOf(field).isNormalized ? text.normalize('NFC') : text;
}

function refuseBlank(field: ProfileField, text: string): void {
  if (isBlank(text)) throw new Refusal('missing_field', { field });
}

/** Lengths are counted in Unicode code points, so one emoji is not two characters. */
function refuseTooLong(field: ProfileField, text: string): void {
  const limit = ruleOf(field).maxCodePoints;
  if ([...text].length > limit) throw new Refusal('invalid_field', { field, reason: 'too_long', limit });
}

/** The value as it is stored. */
export function requiredField(field: ProfileField, given: string): string {
  const text = textOf(field, given);
  refuseBlank(field, text);
  refuseTooLong(field, text);
  return text;
}

/** For a value that may be missing, which is then null. */
export function optionalField(field: ProfileField, given: string): string | null {
  const text = textOf(field, given);
  if (isBlank(text)) return null;
  refuseTooLong(field, text);
  if (field === 'profile_image_url' && !isImageUrl(text))
    throw new Refusal('invalid_field', { field, reason: 'not_a_url' });
  return text;
}

export function emailField(given: string): string {
  const email = canonicalEmail(given.trim());
  // Forbidden characters too are answered with this.
  if (email === undefined) throw new Refusal('invalid_email', { field: 'email' });
  return email;
}

export type NewAccountField = FormField | 'email' | 'password';

/** The fields that are given when an account is created. */
export interface NewAccount {
  readonly fullName: string;
  readonly email: string;
  readonly industry: string | null;
  readonly phoneNumber: string | null;
  /** Values of FIELDS_FILE, as JSON. */
  readonly fields?: string | null;
  /** PHONE_NUMBERS=shared. */
  readonly isPhoneShared: boolean;
  /** Null: its owner has still to choose one. */
  readonly password: string | null;
}

/**
 * Reads a new account and checks it in the order of the interface: every text, then blanks, the password, the address
 * and lengths. Without a rule for it, no password is read.
 */
export function readNewAccount(
  read: (field: NewAccountField) => string,
  { presence, sharesPhoneNumbers }: AccountFields,
  brokenPasswordRule?: PasswordRule,
): NewAccount {
  const given = (field: FormField) => (presence[field] === 'off' ? '' : textOf(field, read(field)));
  const fullName = given('full_name');
  const rawEmail = read('email');
  const password = brokenPasswordRule ? read('password') : null;
  const industry = given('industry');
  const phoneNumber = given('phone_number');
  const texts = [
    ['full_name', fullName],
    ['industry', industry],
    ['phone_number', phoneNumber],
  ] as const;

  for (const [field, text] of texts) if (presence[field] === 'required') refuseBlank(field, text);
  const broken = password === null ? undefined : brokenPasswordRule?.(password, 'registration');
  if (broken) throw new Refusal('weak_password', { field: 'password', ...broken });
  const email = emailField(rawEmail);
  for (const [field, text] of texts) refuseTooLong(field, text);

  return {
    ...{ fullName, email, password, isPhoneShared: sharesPhoneNumbers },
    industry: isBlank(industry) ? null : industry,
    phoneNumber: isBlank(phoneNumber) ? null : phoneNumber,
  };
}
