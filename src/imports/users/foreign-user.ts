import type { ForeignHash } from '../hashes/derivation.ts';
import type { FirebaseParameters } from '../syntaxes/firebase.ts';
import type { Members, Time } from './members.ts';
import type { SourceName } from './source-names.ts';
import type { Standing } from './standing.ts';

/** A user as another system exports it; nothing of it is checked yet. Texts are missing or empty where there is none. */
export interface ForeignUser {
  readonly email: string;
  readonly fullName: string;
  readonly phoneNumber?: string;
  readonly industry?: string;
  readonly language?: string;
  readonly pictureUrl?: string;
  readonly role?: string;
  /** Undefined: the record does not say. */
  readonly isVerified: boolean | undefined;
  readonly standing: Standing;
  readonly createdAt: Time;
  readonly updatedAt?: Time;
  readonly invitedAt?: Time;
  readonly deletionDueAt?: Time;
  /** Undefined for an account without a password, such as one that only logs in elsewhere. Throws UnusableHash. */
  readonly hash: () => ForeignHash | StoredText | undefined;
}

/** A hash that this service has exported: ours, or one that it has wrapped. */
export interface StoredText {
  readonly stored: string;
}

export interface SourceOptions {
  readonly hasPepper: boolean;
  readonly firebase?: FirebaseParameters | undefined;
}

/** A system that users come from, by the records it exports. */
export interface UserSource {
  readonly name: SourceName;
  recognizes(record: Members): boolean;
  read(record: Members, options: SourceOptions): ForeignUser;
}
