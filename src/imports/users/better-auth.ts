import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { firstText, flagIn, timeIn } from './read-members.ts';

/** The table user, joined to account for the password. */
export const betterAuth: UserSource = {
  name: 'better-auth',
  recognizes: (record) => 'emailVerified' in record && 'password' in record,
  read: (record, options) => ({
    email: firstText(record, 'email'),
    fullName: firstText(record, 'name'),
    phoneNumber: firstText(record, 'phoneNumber'),
    pictureUrl: firstText(record, 'image'),
    role: firstText(record, 'role').toLowerCase() === 'admin' ? 'ADMIN' : '',
    isVerified: flagIn(record, 'emailVerified') ?? false,
    isSuspended: flagIn(record, 'banned') === true,
    createdAt: timeIn(record, 'createdAt'),
    updatedAt: timeIn(record, 'updatedAt'),
    hash: hashOf(record, options, 'password'),
  }),
};
