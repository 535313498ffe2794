import { isObject, type JsonObject } from '../json-values.ts';
import { readAuth0CustomHash } from '../syntaxes/auth0-custom-hash.ts';
import { readHash } from '../syntaxes/read-hash.ts';
import type { ForeignUser, SourceOptions, UserSource } from './foreign-user.ts';
import { firstText, flagIn, nameOf, timeIn } from './read-members.ts';

const OWN_HASH = /^(\$argon2id\$|\{)/;

/** The hash of a column, of whichever form. */
export const hashOf =
  (record: JsonObject, { hasPepper }: SourceOptions, ...columns: readonly string[]): ForeignUser['hash'] =>
  () => {
    const custom = record.custom_password_hash;
    if (isObject(custom)) return readAuth0CustomHash(custom);
    const text = firstText(record, ...columns);
    // Django marks accounts without a password so.
    if (text === '' || text.startsWith('!')) return undefined;
    return OWN_HASH.test(text) ? { stored: text } : readHash(text, hasPepper);
  };

const statusOf = (record: JsonObject): string => firstText(record, 'account_status', 'status').toUpperCase();

/** What says so of the address comes first: elsewhere an active account is one that nobody has blocked. */
function isVerified(record: JsonObject): boolean | undefined {
  const flag = flagIn(record, 'email_verified', 'verified', 'is_verified', 'confirmed');
  if (flag !== undefined) return flag;
  if ('confirmed_at' in record || 'email_verified_at' in record)
    return firstText(record, 'confirmed_at', 'email_verified_at') !== '';
  if (statusOf(record) === 'INACTIVE') return false;
  return firstText(record, 'account_status').toUpperCase() === 'ACTIVE' ? true : undefined;
}

const SUSPENDED = /^(SUSPENDED|BANNED|BLOCKED|DISABLED|DEACTIVATED|LOCKED|DELETED)$/;

const isSuspended = (record: JsonObject): boolean =>
  SUSPENDED.test(statusOf(record)) ||
  ['suspended', 'banned', 'blocked', 'disabled'].some((name) => flagIn(record, name) === true) ||
  ['is_active', 'active', 'enabled'].some((name) => flagIn(record, name) === false);

/** What `latchkey export` writes, and tables with names that most people choose. */
export const generic: UserSource = {
  name: 'generic',
  recognizes: () => true,
  read: (record, options) => ({
    email: firstText(record, 'email', 'email_address', 'mail'),
    fullName:
      firstText(record, 'full_name', 'name', 'display_name') ||
      nameOf(firstText(record, 'first_name', 'given_name'), firstText(record, 'last_name', 'family_name')) ||
      firstText(record, 'username'),
    phoneNumber: firstText(record, 'phone_number', 'phone'),
    industry: firstText(record, 'industry'),
    language: firstText(record, 'language', 'locale'),
    pictureUrl: firstText(record, 'profile_image_url', 'picture', 'avatar_url', 'image'),
    role: firstText(record, 'role') || (flagIn(record, 'is_admin', 'admin') === true ? 'ADMIN' : ''),
    isVerified: isVerified(record),
    isSuspended: isSuspended(record),
    createdAt: timeIn(record, 'created_at', 'date_joined', 'created', 'registered_at'),
    updatedAt: timeIn(record, 'updated_at'),
    invitedAt: timeIn(record, 'invited_at'),
    deletionDueAt: timeIn(record, 'deletion_due_at'),
    hash: hashOf(
      record,
      options,
      'password_hash',
      'password',
      'encrypted_password',
      'hashed_password',
      'password_digest',
    ),
  }),
};
