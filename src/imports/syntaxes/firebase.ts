import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';

/** `hash_config` of a Firebase project, as its console shows it. */
export interface FirebaseParameters {
  readonly rounds: number;
  readonly memoryCost: number;
  readonly saltSeparator: string;
  readonly signerKey: string;
}

const decoded = (text: string): string => base64url(Buffer.from(text, 'base64'));

/** Of a line of `firebase auth:export`. */
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
