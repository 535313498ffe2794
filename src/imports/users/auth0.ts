import { objectIn } from '../json-values.ts';
import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { firstText, flagIn, nameOf, timeIn } from './read-members.ts';

/** The password export that Auth0's support makes, an export of users, or the file of a bulk import. */
export const auth0: UserSource = {
  name: 'auth0',
  recognizes: (record) =>
    'custom_password_hash' in record || ('passwordHash' in record && '_id' in record) || 'user_metadata' in record,
  read(record, options) {
    const details = objectIn(record, 'user_metadata');
    return {
      email: firstText(record, 'email'),
      fullName:
        nameOf(firstText(record, 'given_name'), firstText(record, 'family_name')) ||
        firstText(record, 'name', 'nickname', 'username'),
      phoneNumber: firstText(record, 'phone_number') || firstText(details, 'phone_number', 'phone'),
      industry: firstText(details, 'industry'),
      language: firstText(details, 'locale', 'language') || firstText(record, 'locale'),
      pictureUrl: firstText(record, 'picture'),
      isVerified: flagIn(record, 'email_verified') ?? false,
      isSuspended: flagIn(record, 'blocked') === true,
      createdAt: timeIn(record, 'created_at'),
      updatedAt: timeIn(record, 'updated_at'),
      hash: hashOf(record, options, 'passwordHash', 'password_hash'),
    };
  },
};
