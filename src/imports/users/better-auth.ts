import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { standingOf } from './standing.ts';

/** The table user, joined to account for the password. */
export const betterAuth: UserSource = {
  name: 'better-auth',
  recognizes: (record) => record.isSpelled('emailVerified') && record.has('password'),
  read: (record, options) => ({
    email: record.text('email'),
    fullName: record.text('name'),
    phoneNumber: record.text('phoneNumber'),
    pictureUrl: record.text('image'),
    role: record.text('role').toLowerCase() === 'admin' ? 'ADMIN' : '',
    isVerified: record.flag('emailVerified') ?? false,
    standing: standingOf(record),
    createdAt: record.time('createdAt'),
    updatedAt: record.time('updatedAt'),
    hash: hashOf(record, options, 'password'),
  }),
};
