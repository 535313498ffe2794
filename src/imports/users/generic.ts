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

function isVerified(record: JsonObject): boolean | undefined {
  const status = statusOf(record);
  if (status === 'SUSPENDED') return flagIn(record, 'email_verified') ?? true;
  if (status === 'ACTIVE' || status === 'INACTIVE') return status === 'ACTIVE';
  const flag = flagIn(record, 'email_verified', 'verified', 'is_verified', 'confirmed');
  if (flag !== undefined) return flag;
  return 'confirmed_at' in record || 'email_verified_at' in record
    ? firstText(record, 'confirmed_at', 'email_verified_at') !== ''
    : undefined;
}

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
    isSuspended: statusOf(record) === 'SUSPENDED' || flagIn(record, 'is_active', 'active', 'enabled') === false,
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
