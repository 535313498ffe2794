import { isObject, objectIn, textIn } from '../json-values.ts';
import { readAuth0CustomHash } from '../syntaxes/auth0-custom-hash.ts';
import { readHash } from '../syntaxes/read-hash.ts';
import type { ForeignUser, SourceOptions, UserSource } from './foreign-user.ts';
import { type Members, nameOf } from './members.ts';
import { standingOf } from './standing.ts';

/** Matches our own hashes, but not Spring's, such as `{bcrypt}$2a$…`. */
const OWN_HASH = /^(\$argon2id\$|\{none\}$|\{[a-z0-9-]+\}([^$]+|\$\d+)\$)/;

/** A hash in any format; undefined for an empty one. */
export function textHash(text: string, { hasPepper }: SourceOptions): ReturnType<ForeignUser['hash']> {
  // Django marks accounts without a password with `!`.
  if (text === '' || text.startsWith('!')) return undefined;
  // A column of Kratos: `{"hashed_password": "$2a$…"}`.
  const inside = textIn(objectIn({ text }, 'text'), 'hashed_password');
  if (inside !== '') return textHash(inside, { hasPepper });
  return OWN_HASH.test(text) ? { stored: text } : readHash(text, hasPepper);
}

export function hashOf(record: Members, options: SourceOptions, ...columns: readonly string[]): ForeignUser['hash'] {
  const [text, custom] = [record.text(...columns), record.value('custom_password_hash')];
  return () => (isObject(custom) ? readAuth0CustomHash(custom) : textHash(text, options));
}

const NOT_CONFIRMED = /^un(confirmed|verified)$/i;

/** Members about the address come first: in other systems, an active account may just be one that is not blocked. */
function isVerified(record: Members): boolean | undefined {
  if (NOT_CONFIRMED.test(record.text('status', 'account_status', 'user_status'))) return false;
  const flag = record.flag('email_verified', 'verified', 'is_verified', 'confirmed', 'email_confirmed', 'activated');
  if (flag !== undefined) return flag;
  const times = ['confirmed_at', 'email_verified_at', 'email_confirmed_at'];
  if (times.some((name) => record.has(name))) return record.flag(...times) === true;
  const ours = record.text('account_status').toUpperCase();
  if (ours === 'INACTIVE') return false;
  return ours === 'ACTIVE' ? true : undefined;
}

const fieldsOf = (fields: unknown) => (isObject(fields) ? { fields } : {});

/** The output of `latchkey export`, and tables with common column names. */
export const generic: UserSource = {
  name: 'generic',
  recognizes: () => true,
  read: (record, options) => ({
    email: record.text('email', 'email_address', 'mail'),
    fullName:
      record.text('full_name', 'name', 'display_name') ||
      nameOf(record.text('first_name', 'given_name'), record.text('last_name', 'family_name')) ||
      record.text('username'),
    phoneNumber: record.text('phone_number', 'phone'),
    industry: record.text('industry'),
    ...fieldsOf(record.value('fields')),
    language: record.text('language', 'locale'),
    pictureUrl: record.text('profile_image_url', 'picture', 'avatar_url', 'image'),
    role: record.text('role') || (record.flag('is_admin', 'admin', 'is_superuser') === true ? 'ADMIN' : ''),
    isVerified: isVerified(record),
    standing: standingOf(record),
    createdAt: record.time('created_at', 'date_joined', 'created', 'registered_at'),
    updatedAt: record.time('updated_at'),
    invitedAt: record.time('invited_at'),
    deletionDueAt: record.time('deletion_due_at'),
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
