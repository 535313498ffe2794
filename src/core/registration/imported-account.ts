import { isOff } from '../../config/built-in-fields.ts';
import { type AccountFields, sharesPhoneNumbers } from '../../config/field-presence.ts';
import { type Secrets, UnusableHash } from '../../imports/hashes/derivation.ts';
import type { ForeignIdentity } from '../../imports/users/foreign-identities.ts';
import type { ForeignUser } from '../../imports/users/foreign-user.ts';
import type { Time } from '../../imports/users/members.ts';
import type { NewUser } from '../../store/tables/users.ts';
import { canonicalEmail } from '../email-address.ts';
import { readCustomValues, storedValues } from '../profile/custom-fields.ts';
import { Refusal } from '../refusal.ts';
import { type ImportedPassword, importedPassword } from './imported-password.ts';
import { emailField, isBlank, nameFromAddress, optionalField, requiredField } from './validate-profile.ts';

/** A user is not imported; the message says why. */
export class NotImported extends Error {}

export interface ImportRules {
  readonly fields: AccountFields;
  readonly secrets: Secrets;
  /** Whether the address counts as confirmed if the record does not state it. */
  readonly isVerified: boolean;
  readonly takesAdministrators: boolean;
  /** Whether logins with other providers are kept. */
  readonly keepsLogins: boolean;
  readonly defaultIndustry: string;
  readonly nowMs: number;
  /** The available language nearest to a language tag. */
  readonly languageOf: (tag: string) => string;
}

export interface CheckedAccount extends Required<Omit<NewUser, 'passwordHash' | 'isInvited'>> {
  readonly password: ImportedPassword;
  readonly identities: readonly ForeignIdentity[];
}

/** The fields of the record that FIELDS_FILE does not declare. */
export const undeclaredFields = ({ fields = {} }: ForeignUser, rules: ImportRules): string[] =>
  Object.keys(fields).filter((name) => rules.fields.every((field) => field.name !== `fields.${name}`));

function fieldsOf(user: ForeignUser, rules: ImportRules): string | null {
  const undeclared = undeclaredFields(user, rules);
  const declared = Object.entries(user.fields ?? {}).filter(([name]) => !undeclared.includes(name));
  return storedValues(readCustomValues(Object.fromEntries(declared), rules.fields, 'administrators'));
}

/**
 * Applies the rules of registration to a user of another system. The name, phone number and industry may be missing.
 */
export function checkImported(user: ForeignUser, rules: ImportRules): CheckedAccount {
  try {
    return check(user, rules);
  } catch (error) {
    if (error instanceof Refusal) throw new NotImported(reasonOf(error, user));
    throw error instanceof UnusableHash ? new NotImported(error.message) : error;
  }
}

function reasonOf({ code, details: { field, reason, rule, limit } }: Refusal, user: ForeignUser): string {
  if (code === 'missing_field') return `${field} is required`;
  if (code === 'invalid_email')
    return user.email === '' ? 'there is no e-mail address' : 'the e-mail address is not accepted';
  if (reason === 'not_allowed') return `${field} must be ${rule}`;
  if (reason === 'too_long') return `${field} is longer than ${limit} characters`;
  return reason === 'not_a_url' ? 'the picture is no http(s) address' : `${field} has control characters`;
}

function check(user: ForeignUser, rules: ImportRules): CheckedAccount {
  const { language = '', pictureUrl = '' } = user;
  const { fields } = rules;
  const phoneNumber = isOff('phone_number', fields) ? '' : (user.phoneNumber ?? '');
  const industry = isOff('industry', fields) ? '' : firstOf(user.industry, rules.defaultIndustry);
  const email = emailField(user.email);
  const isSuspended = isShutOut(user);
  const isVerified = user.isVerified ?? rules.isVerified;
  const status = isVerified ? 'ACTIVE' : 'INACTIVE';
  const latestMs = rules.nowMs + DAY_MS;
  return {
    email,
    fullName: requiredField('full_name', isBlank(user.fullName) ? nameFromAddress(email) : user.fullName),
    phoneNumber: optionalField('phone_number', phoneNumber),
    isPhoneShared: sharesPhoneNumbers(fields),
    fields: fieldsOf(user, rules),
    industry: optionalField('industry', industry),
    language: rules.languageOf(language.replaceAll('_', '-')),
    role: roleOf(user, rules),
    profileImageUrl: optionalField('profile_image_url', pictureUrl),
    accountStatus: isSuspended ? 'SUSPENDED' : status,
    statusBeforeSuspension: isSuspended ? status : null,
    createdAtMs: timeOf('created_at', user.createdAt, latestMs),
    // UNVERIFIED_KEPT counts from the import.
    updatedAtMs: isVerified ? timeOf('updated_at', user.updatedAt, latestMs) : 'now',
    invitedAtMs: timeOf('invited_at', user.invitedAt, latestMs),
    deletionDueAtMs: timeOf('deletion_due_at', user.deletionDueAt, Number.POSITIVE_INFINITY),
    password: importedPassword(user, rules.secrets),
    identities: (rules.keepsLogins ? (user.identities ?? []) : []).map((identity) => ({
      ...identity,
      email: canonicalEmail(identity.email ?? '') ?? null,
    })),
  };
}

const firstOf = (text = '', otherwise: string): string => (isBlank(text) ? otherwise : text);

function isShutOut({ standing }: ForeignUser): boolean {
  if (typeof standing === 'object') throw new NotImported(standing.unknown);
  return standing !== 'open';
}

function roleOf({ role = '' }: ForeignUser, { takesAdministrators }: ImportRules): 'USER' | 'ADMIN' {
  if (role.toUpperCase() !== 'ADMIN') return 'USER';
  if (!takesAdministrators) throw new NotImported('is an administrator (--admins imports them as such)');
  return 'ADMIN';
}

/** Earlier times are refused, because they come from tests or wrong clocks. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const DAY_MS = 86_400_000;

function timeOf(name: string, time: Time, latestMs: number): number | null {
  if (time === undefined) return null;
  if (!(time >= EARLIEST_MS && time <= latestMs)) throw new NotImported(`${name} is no time, or not a possible one`);
  return Math.trunc(time);
}
