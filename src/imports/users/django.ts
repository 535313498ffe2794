import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { type Members, nameOf } from './members.ts';
import { standingOf } from './standing.ts';

const isDumped = (record: Members): boolean => record.has('model') && record.has('fields');

/** `manage.py dumpdata auth.user`, or the table auth_user. */
export const django: UserSource = {
  name: 'django',
  recognizes: (record) => isDumped(record) || record.has('date_joined'),
  read(record, options) {
    const user = isDumped(record) ? record.object('fields') : record;
    return {
      email: user.text('email'),
      fullName: nameOf(user.text('first_name'), user.text('last_name')) || user.text('name', 'username'),
      phoneNumber: user.text('phone_number', 'phone'),
      industry: user.text('industry'),
      language: user.text('language'),
      pictureUrl: user.text('picture', 'avatar'),
      role: user.flag('is_superuser') === true ? 'ADMIN' : '',
      isVerified: user.flag('email_verified', 'is_verified'),
      standing: standingOf(user),
      createdAt: user.time('date_joined'),
      hash: hashOf(user, options, 'password'),
    };
  },
};
