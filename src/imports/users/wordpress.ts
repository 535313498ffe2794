import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { standingOf } from './standing.ts';

/** The table wp_users. */
export const wordPress: UserSource = {
  name: 'wordpress',
  recognizes: (record) => record.has('user_pass'),
  read: (record, options) => ({
    email: record.text('user_email'),
    fullName: record.text('display_name', 'user_nicename', 'user_login'),
    language: record.text('locale'),
    isVerified: undefined,
    // 0 is normal, 1 spam, 2 not activated.
    standing: /^[1-9]/.test(record.text('user_status')) ? 'suspended' : standingOf(record, { except: ['user_status'] }),
    createdAt: record.time('user_registered'),
    hash: hashOf(record, options, 'user_pass'),
  }),
};
