import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { type Members, nameOf } from './members.ts';
import { type Standing, standingOf } from './standing.ts';

const DAY_MS = 86_400_000;

const LOCKED_UNTIL = ['LockoutEnd', 'LockoutEndDateUtc'];

/** Wrong passwords lock an account for minutes; a longer lock was set by an administrator. */
function standing(record: Members): Standing {
  const lockedUntil = record.time(...LOCKED_UNTIL) ?? 0;
  const status = standingOf(record, { except: LOCKED_UNTIL });
  return status === 'open' && !(lockedUntil <= Date.now() + DAY_MS) ? 'suspended' : status;
}

/** The table AspNetUsers. */
export const aspNetIdentity: UserSource = {
  name: 'aspnet',
  recognizes: (record) => record.isSpelled('PasswordHash'),
  read: (record, options) => ({
    email: record.text('Email'),
    fullName:
      record.text('FullName', 'Name') ||
      nameOf(record.text('FirstName'), record.text('LastName')) ||
      record.text('UserName'),
    phoneNumber: record.text('PhoneNumber'),
    isVerified: record.flag('EmailConfirmed'),
    standing: standing(record),
    createdAt: record.time('CreatedAt', 'CreatedOn'),
    hash: hashOf(record, options, 'PasswordHash'),
  }),
};
