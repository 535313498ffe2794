/** A password hash of another system that is not accepted; the message says why. */
export class UnusableHash extends Error {}

/** What one stored hash was derived with. */
export interface Derived {
  /** So cheap that it must not rest in the database by itself: it is wrapped in argon2id. */
  readonly isFast: boolean;
  derive(password: string): Promise<Uint8Array>;
}

/** Settings of the service that some derivations need beside the stored hash. */
export interface Secrets {
  /** Appended to each password before it was hashed, as Devise does. */
  readonly pepper?: string | undefined;
}

/** A way to derive a digest from a password; its fields hold cost and salt. */
export interface Derivation {
  readonly name: string;
  /**
   * Throws UnusableHash for fields that are malformed, or cost more than a login may. `isKept`: it is in the database,
   * and may be from a version that took more.
   */
  read(fields: readonly string[], digestBytes: number, secrets: Secrets, isKept?: boolean): Derived;
}

/** A hash in the form in which it is stored: which derivation, with what, and the digest that comes out. */
export interface ForeignHash {
  readonly derivation: string;
  readonly fields: readonly string[];
  readonly digest: Uint8Array;
}

/** A whole number within bounds; the message names it. */
export function countOf(text: string | undefined, what: string, least: number, most: number): number {
  const count = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (Number.isNaN(count)) throw new UnusableHash(`the ${what} of the password hash is no number`);
  if (count > most)
    throw new UnusableHash(`the ${what} of the password hash is ${count}, and at most ${most} is taken`);
  if (count < least)
    throw new UnusableHash(`the ${what} of the password hash is ${count}, and must be ${least} at least`);
  return count;
}

export const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

const MAX_SALT_BYTES = 1024;

export function saltOf(text: string | undefined): Buffer {
  const salt = Buffer.from(text ?? '', 'base64url');
  if (salt.length > MAX_SALT_BYTES) throw new UnusableHash('the salt of the password hash is too long');
  return salt;
}
