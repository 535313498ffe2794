import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A refresh token, or the key with which a session computes its codes. With 256 random bits, a fast, unsalted hash
 * suffices to make the tokens in a stolen database useless.
 */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashRefreshToken = (value: string): string => hash('sha256', value, 'base64url');

/**
 * A refresh token as presented. A login issues a random value; with REFRESH_ROTATION=on its successors are
 * `<random value>.<generation>.<code>`. The value's hash finds the session, and only the service can compute the code,
 * with a key of the session: neither an old token nor a copy of the database yields the next one.
 */
export interface PresentedToken {
  readonly random: string;
  readonly valueHash: string;
  /** 0 for the token issued at login. */
  readonly generation: number;
  readonly code: string;
}

const ROTATED = /^([A-Za-z0-9_-]{43})\.([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/;

export function readRefreshToken(value: string): PresentedToken {
  const rotated = value.includes('.') ? ROTATED.exec(value) : null;
  if (!rotated) return { random: value, valueHash: hashRefreshToken(value), generation: 0, code: '' };
  const [, random = '', generation, code = ''] = rotated;
  return { random, valueHash: hashRefreshToken(random), generation: Number(generation), code };
}

const codeOf = (random: string, generation: number, key: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(`${random}.${generation}`).digest('base64url');

/** Always the same for a generation, so that a client that missed the answer can retry. */
export const rotatedToken = (random: string, generation: number, key: string): string =>
  `${random}.${generation}.${codeOf(random, generation, key)}`;

/** Whether the service made this token. The token issued at login has no code: its known hash is proof enough. */
export function isGenuine({ random, generation, code }: PresentedToken, key: string | null): boolean {
  if (generation === 0) return true;
  if (key === null) return false;
  const expected = Buffer.from(codeOf(random, generation, key));
  const actual = Buffer.from(code);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
