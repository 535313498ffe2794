import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { foreignIdentities } from './foreign-identities.ts';
import type { FirebaseParameters, UserSource } from './foreign-user.ts';
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
    ...foreignIdentities(record, {
      list: 'providerUserInfo',
      provider: 'providerId',
      subject: ['rawId'],
      email: 'email',
    }),
    hash() {
      const [passwordHash, salt] = [record.text('passwordHash'), record.text('salt')];
      return passwordHash === '' ? undefined : readFirebase({ passwordHash, salt }, parameters);
    },
  }),
};

const decoded = (text: string): string => base64url(Buffer.from(text, 'base64'));

export function readFirebase(
  { passwordHash, salt }: { readonly passwordHash: string; readonly salt: string },
  parameters: FirebaseParameters | undefined,
): ForeignHash {
  if (!parameters) throw new UnusableHash("Firebase's hashes need the parameters of the project (--firebase-config)");
  const { rounds, memoryCost, saltSeparator, signerKey } = parameters;
  return {
    derivation: 'firebase-scrypt',
    fields: [String(rounds), String(memoryCost), decoded(salt), decoded(saltSeparator), decoded(signerKey)],
    digest: Buffer.from(passwordHash, 'base64'),
  };
}
