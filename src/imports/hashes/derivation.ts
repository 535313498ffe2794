/** Another system's password hash is not accepted; the message says why. */
export class UnusableHash extends Error {}

/** How one stored hash was derived. */
export interface Derived {
  /** Too cheap to be stored as it is: the hash is wrapped in argon2id. */
  readonly isFast: boolean;
  derive(password: string): Promise<Uint8Array>;
}

/** Settings that some derivations need in addition to the stored hash. */
export interface Secrets {
  /** Appended to each password before hashing, as Devise does. */
  readonly pepper?: string | undefined;
}

/** A way to derive a digest from a password; its fields hold cost and salt. */
export interface Derivation {
  readonly name: string;
  /**
   * Throws UnusableHash for fields that are malformed or cost more than a login may. `isStored`: the hash is in the
   * database, perhaps from a version that accepted more.
   */
  read(fields: readonly string[], digestBytes: number, secrets: Secrets, isStored?: boolean): Derived;
}

/** A hash in its stored form. */
export interface ForeignHash {
  readonly derivation: string;
  readonly fields: readonly string[];
  readonly digest: Uint8Array;
}

/** A whole number within bounds; the message names it. */
export function countOf(text: string | undefined, what: string, least: number, most: number): number {
  const count = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (Number.isNaN(count)) throw new UnusableHash(`the ${what} of the password hash is not a number`);
  if (count > most)
    throw new UnusableHash(`the ${what} of the password hash is ${count}, but at most ${most} is accepted`);
  if (count < least)
    throw new UnusableHash(`the ${what} of the password hash is ${count}, but must be at least ${least}`);
  return count;
}

export const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

const MAX_SALT_BYTES = 1024;

export function saltOf(text: string | undefined): Buffer {
  const salt = Buffer.from(text ?? '', 'base64url');
  if (salt.length > MAX_SALT_BYTES) throw new UnusableHash('the salt of the password hash is too long');
  return salt;
}
