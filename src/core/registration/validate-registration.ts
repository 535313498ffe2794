import type { FormField } from '../../config/built-in-fields.ts';
import { isOff } from '../../config/built-in-fields.ts';
import type { Writer } from '../../config/custom-fields.ts';
import { type AccountFields, isRequired, sharesPhoneNumbers } from '../../config/field-presence.ts';
import { readCustomValues, storedValues } from '../profile/custom-fields.ts';
import { emailField, isBlank, refuseBlank, refuseTooLong, textOf } from './validate-profile.ts';

/** The members of a request that creates an account, without the password. */
export interface RegistrationInput {
  readonly full_name: string;
  readonly email: string;
  readonly industry: string;
  readonly phone_number: string;
  /** Values for FIELDS_FILE. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A new account, as it is stored. */
export interface Registration {
  readonly fullName: string;
  readonly email: string;
  readonly industry: string | null;
  readonly phoneNumber: string | null;
  /** Values of FIELDS_FILE, as JSON. */
  readonly fields?: string | null;
  /** PHONE_NUMBERS=shared. */
  readonly isPhoneShared: boolean;
}

const TEXTS = ['full_name', 'industry', 'phone_number'] as const satisfies readonly FormField[];

/** Trims the texts, and drops the fields that are off. */
export function trimInput(input: RegistrationInput, fields: AccountFields): RegistrationInput {
  const text = (field: FormField) => (isOff(field, fields) ? '' : textOf(field, input[field]));
  return {
    ...input,
    full_name: text('full_name'),
    industry: text('industry'),
    phone_number: text('phone_number'),
  };
}

/** Refuses the first required text that is empty. */
export function refuseEmptyTexts(input: RegistrationInput, fields: AccountFields): void {
  for (const field of TEXTS) if (isRequired(field, fields)) refuseBlank(field, input[field]);
}

/** Checks the address first, then lengths and own fields. */
export function readRegistration(input: RegistrationInput, fields: AccountFields, writer: Writer): Registration {
  const email = emailField(input.email);
  for (const field of TEXTS) refuseTooLong(field, input[field]);
  const optional = (text: string) => (isBlank(text) ? null : text);
  return {
    email,
    fullName: input.full_name,
    industry: optional(input.industry),
    phoneNumber: optional(input.phone_number),
    isPhoneShared: sharesPhoneNumbers(fields),
    fields: storedValues(readCustomValues(input.fields ?? {}, fields, writer, writer === 'user')),
  };
}

/** All steps, for registrations without a password. */
export function validateRegistration(input: RegistrationInput, fields: AccountFields, writer: Writer): Registration {
  const trimmed = trimInput(input, fields);
  refuseEmptyTexts(trimmed, fields);
  return readRegistration(trimmed, fields, writer);
}
