import { readFirebase } from '../syntaxes/firebase.ts';
import type { UserSource } from './foreign-user.ts';

import { standingOf } from './standing.ts';

/** `firebase auth:export users.json`. */
export const firebase: UserSource = {
  name: 'firebase',
  recognizes: (record) => record.has('localId'),
  read: (record, { firebase: parameters }) => ({
    email: record.text('email'),
    fullName: record.text('displayName'),
    phoneNumber: record.text('phoneNumber'),
    pictureUrl: record.text('photoUrl'),
    isVerified: record.flag('emailVerified') ?? false,
    standing: standingOf(record),
    createdAt: record.time('createdAt'),
    hash() {
      const [passwordHash, salt] = [record.text('passwordHash'), record.text('salt')];
      return passwordHash === '' ? undefined : readFirebase({ passwordHash, salt }, parameters);
    },
  }),
};
