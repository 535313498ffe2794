import type { AccountFields } from '../../config/account-fields.ts';
import type { Writer } from '../../config/own-fields.ts';
import type { FormField } from '../../config/profile-fields.ts';
import type { PasswordRule } from '../passwords/password-rule.ts';
import { readOwnValues, storedValues } from '../profile/own-fields.ts';
import { Refusal } from '../refusal.ts';
import { emailField, isBlank, refuseBlank, refuseTooLong, textOf } from './field-rules.ts';

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

export interface GivenAccount {
  readonly text: (field: NewAccountField) => string;
  /** Values for FIELDS_FILE. */
  readonly own: Readonly<Record<string, unknown>> | undefined;
  /** Administrators need not know what is required of users. */
  readonly writer: Writer;
}

/**
 * Reads a new account and checks it in the order of the interface: every text, then blanks, the password, the address,
 * lengths and own fields. Without a rule for it, no password is read.
 */
export function readNewAccount(
  { text: read, own: givenOwn = {}, writer }: GivenAccount,
  { presence, sharesPhoneNumbers, own }: AccountFields,
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
    fields: storedValues(readOwnValues(givenOwn, own, writer, writer === 'user')),
    industry: isBlank(industry) ? null : industry,
    phoneNumber: isBlank(phoneNumber) ? null : phoneNumber,
  };
}
