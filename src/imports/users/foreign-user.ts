import type { ForeignHash } from '../hashes/derivation.ts';
import type { ForeignIdentity } from './foreign-identities.ts';
import type { Members, Time } from './members.ts';
import type { Standing } from './standing.ts';

/** A user as exported by another system, unchecked. Missing strings are undefined or empty. */
export interface ForeignUser {
  readonly email: string;
  readonly fullName: string;
  readonly phoneNumber?: string;
  readonly industry?: string;
  readonly language?: string;
  /** The values for FIELDS_FILE. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly pictureUrl?: string;
  readonly role?: string;
  /** Undefined if the record does not state it. */
  readonly isVerified: boolean | undefined;
  readonly standing: Standing;
  readonly createdAt: Time;
  readonly updatedAt?: Time;
  readonly invitedAt?: Time;
  readonly deletionDueAt?: Time;
  readonly identities?: readonly ForeignIdentity[];
  /** Logins with other providers that cannot be imported, in words. */
  readonly otherLogins?: readonly string[];
  /** Undefined for an account without a password, such as one with social login only. Throws UnusableHash. */
  readonly hash: () => ForeignHash | StoredText | undefined;
}

/** A hash that Latchkey has exported: its own, or one that it has wrapped. */
export interface StoredText {
  readonly stored: string;
}

/** `hash_config` of a Firebase project, as shown in its console. */
export interface FirebaseParameters {
  readonly rounds: number;
  readonly memoryCost: number;
  readonly saltSeparator: string;
  readonly signerKey: string;
}

export interface SourceOptions {
  readonly hasPepper: boolean;
  readonly firebase?: FirebaseParameters | undefined;
}

/** The values of `latchkey import --from`. */
export const SOURCE_NAMES = [
  'firebase',
  'keycloak',
  'kratos',
  'supabase',
  'auth0',
  'django',
  'aspnet',
  'wordpress',
  'better-auth',
  'generic',
] as const;
type SourceName = (typeof SOURCE_NAMES)[number];

/** A system that users are imported from. */
export interface UserSource {
  readonly name: SourceName;
  recognizes(record: Members): boolean;
  read(record: Members, options: SourceOptions): ForeignUser;
}
