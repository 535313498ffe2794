import { readFirebase } from '../syntaxes/firebase.ts';
import type { UserSource } from './foreign-user.ts';
import { firstText, flagIn, timeIn } from './read-members.ts';

/** `firebase auth:export users.json`. */
export const firebase: UserSource = {
  name: 'firebase',
  recognizes: (record) => 'localId' in record,
  read: (record, { firebase: parameters }) => ({
    email: firstText(record, 'email'),
    fullName: firstText(record, 'displayName'),
    phoneNumber: firstText(record, 'phoneNumber'),
    pictureUrl: firstText(record, 'photoUrl'),
    isVerified: flagIn(record, 'emailVerified') ?? false,
    isSuspended: flagIn(record, 'disabled') === true,
    createdAt: timeIn(record, 'createdAt'),
    hash() {
      const [passwordHash, salt] = [firstText(record, 'passwordHash'), firstText(record, 'salt')];
      return passwordHash === '' ? undefined : readFirebase({ passwordHash, salt }, parameters);
    },
  }),
};
