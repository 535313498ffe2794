import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { firstText, timeIn } from './read-members.ts';

/** The table wp_users. */
export const wordPress: UserSource = {
  name: 'wordpress',
  recognizes: (record) => 'user_pass' in record,
  read: (record, options) => ({
    email: firstText(record, 'user_email'),
    fullName: firstText(record, 'display_name', 'user_nicename', 'user_login'),
    language: firstText(record, 'locale'),
    isVerified: undefined,
    isSuspended: false,
    createdAt: timeIn(record, 'user_registered'),
    hash: hashOf(record, options, 'user_pass'),
  }),
};
