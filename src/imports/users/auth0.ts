import { foreignIdentities } from './foreign-identities.ts';
import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { nameOf } from './members.ts';
import { standingOf } from './standing.ts';

/** A password export from Auth0's support, a user export, or the file of a bulk import. */
export const auth0: UserSource = {
  name: 'auth0',
  recognizes: (record) =>
    record.has('custom_password_hash') ||
    (record.has('passwordHash') && record.isSpelled('_id')) ||
    record.has('user_metadata'),
  read(record, options) {
    const details = record.object('user_metadata');
    return {
      email: record.text('email'),
      fullName:
        nameOf(record.text('given_name'), record.text('family_name')) || record.text('name', 'nickname', 'username'),
      phoneNumber: record.text('phone_number') || details.text('phone_number', 'phone'),
      industry: details.text('industry'),
      language: details.text('locale', 'language') || record.text('locale'),
      pictureUrl: record.text('picture'),
      isVerified: record.flag('email_verified') ?? false,
      standing: standingOf(record),
      createdAt: record.time('created_at'),
      updatedAt: record.time('updated_at'),
      ...foreignIdentities(record, {
        list: 'identities',
        provider: 'provider',
        subject: ['user_id'],
        email: 'profileData.email',
      }),
      hash: hashOf(record, options, 'passwordHash', 'password_hash'),
    };
  },
};
