import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { firstText, flagIn, nameOf, timeIn } from './read-members.ts';

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
    industry: '',
    language: '',
    pictureUrl: '',
    role: '',
    isVerified: flagIn(record, 'EmailConfirmed'),
    isSuspended: false,
    createdAt: timeIn(record, 'CreatedAt', 'CreatedOn'),
    updatedAt: undefined,
    hash: hashOf(record, options, 'PasswordHash'),
  }),
};
