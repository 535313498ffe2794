import { randomBytes } from 'node:crypto';
import { PROFILE_FIELDS, type ProfileField } from '../../config/profile-fields.ts';
import { type Secrets, UnusableHash } from '../../imports/hashes/derivation.ts';
import type { ForeignUser } from '../../imports/users/foreign-user.ts';
import type { Time } from '../../imports/users/members.ts';
import { hasForbiddenCharacters } from '../../lib/forbidden-characters.ts';
import type { ImportedAccount } from '../../store/tables/imported-accounts.ts';
import { canonicalEmail } from '../email-address.ts';
import { isBlank, isImageUrl } from '../profile/profile-rules.ts';
import { type ImportedPassword, importedPassword } from './imported-password.ts';

/** A user is not imported; the message says why. */
export class NotImported extends Error {}

export interface ImportRules {
  readonly secrets: Secrets;
  /** Where a record does not say whether the address was confirmed. */
  readonly isVerified: boolean;
  readonly takesAdministrators: boolean;
  readonly defaultIndustry: string;
  /** The available language that is nearest to a tag. */
  readonly languageOf: (tag: string) => string;
}

export interface CheckedAccount extends Omit<ImportedAccount, 'passwordHash'> {
  readonly password: ImportedPassword;
}

/** What somebody without a name is called. */
export const nameFromAddress = (email: string): string => email.replace(/@.*/, '');

/** Applies the rules of registration to a user of another system. Throws NotImported. */
export function checkImported(user: ForeignUser, rules: ImportRules): CheckedAccount {
  const { industry = '', language = '' } = user;
  const email = emailOf(user);
  const isSuspended = isShutOut(user);
  const isVerified = user.isVerified ?? rules.isVerified;
  const status = isVerified ? 'ACTIVE' : 'INACTIVE';
  const phoneNumber = checkedText('phone_number', user.phoneNumber ?? '').normalize('NFC');
  return {
    email,
    fullName: checkedText('full_name', isBlank(user.fullName) ? nameFromAddress(email) : user.fullName),
    phoneNumber: isBlank(phoneNumber) ? ` ${randomBytes(15).toString('base64url')}` : phoneNumber,
    industry: checkedText('industry', isBlank(industry) ? rules.defaultIndustry : industry),
    language: rules.languageOf(language.replaceAll('_', '-')),
    role: roleOf(user, rules),
    profileImageUrl: pictureOf(user),
    accountStatus: isSuspended ? 'SUSPENDED' : status,
    statusBeforeSuspension: isSuspended ? status : null,
    createdAtMs: timeOf('created_at', user.createdAt),
    // UNVERIFIED_KEPT counts from the import.
    updatedAtMs: isVerified ? timeOf('updated_at', user.updatedAt) : 'now',
    invitedAtMs: timeOf('invited_at', user.invitedAt),
    deletionDueAtMs: timeOf('deletion_due_at', user.deletionDueAt, Number.POSITIVE_INFINITY),
    password: passwordOf(user, rules),
  };
}

function isShutOut({ standing }: ForeignUser): boolean {
  if (typeof standing === 'object') throw new NotImported(standing.unknown);
  return standing !== 'open';
}

function emailOf({ email }: ForeignUser): string {
  if (email === '') throw new NotImported('there is no e-mail address');
  const canonical = canonicalEmail(email);
  if (canonical === undefined) throw new NotImported('the e-mail address is not accepted');
  return canonical;
}

function checkedText(field: ProfileField, given: string): string {
  const text = given.trim();
  const { maxCodePoints } = PROFILE_FIELDS[field];
  if (hasForbiddenCharacters(text)) throw new NotImported(`${field} has control characters`);
  if ([...text].length > maxCodePoints) throw new NotImported(`${field} is longer than ${maxCodePoints} characters`);
  return text;
}

function roleOf({ role = '' }: ForeignUser, { takesAdministrators }: ImportRules): 'USER' | 'ADMIN' {
  if (role.toUpperCase() !== 'ADMIN') return 'USER';
  if (!takesAdministrators) throw new NotImported('is an administrator (--admins imports them as such)');
  return 'ADMIN';
}

function pictureOf({ pictureUrl = '' }: ForeignUser): string | null {
  if (pictureUrl === '') return null;
  const url = checkedText('profile_image_url', pictureUrl);
  if (!isImageUrl(url)) throw new NotImported('the picture is no http(s) address');
  return url;
}

/** Dates of tests and of wrong clocks reach no further back than this. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const DAY_MS = 86_400_000;

function timeOf(name: string, time: Time, latestMs = Date.now() + DAY_MS): number | null {
  if (time === undefined) return null;
  if (!(time >= EARLIEST_MS && time <= latestMs)) throw new NotImported(`${name} is no time, or not a possible one`);
  return Math.trunc(time);
}

function passwordOf(user: ForeignUser, { secrets }: ImportRules): ImportedPassword {
  try {
    return importedPassword(user, secrets);
  } catch (error) {
    throw error instanceof UnusableHash ? new NotImported(error.message) : error;
  }
}
