import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { firstText, flagIn, nameOf, timeIn } from './read-members.ts';

const DAY_MS = 86_400_000;

/** The table AspNetUsers. */
export const aspNetIdentity: UserSource = {
  name: 'aspnet',
  recognizes: (record) => 'PasswordHash' in record,
  read: (record, options) => ({
    email: firstText(record, 'Email'),
    fullName:
      firstText(record, 'FullName', 'Name') ||
      nameOf(firstText(record, 'FirstName'), firstText(record, 'LastName')) ||
      firstText(record, 'UserName'),
    phoneNumber: firstText(record, 'PhoneNumber'),
    isVerified: flagIn(record, 'EmailConfirmed'),
    // Wrong passwords lock for minutes; for longer, somebody has.
    isSuspended: (timeIn(record, 'LockoutEnd') ?? 0) > Date.now() + DAY_MS,
    createdAt: timeIn(record, 'CreatedAt', 'CreatedOn'),
    hash: hashOf(record, options, 'PasswordHash'),
  }),
};
