import { timingSafeEqual } from 'node:crypto';
import { createHmacSha256 } from './hmac-sha256.ts';

/** HS256 of RFC 7515 for tokens whose header is known beforehand, in half the time of a library that must expect any header. */
export interface Hs256 {
  sign(header: string, payload: object): string;
  /** The payload, if the signature is right and spelled as we spell it; undefined otherwise. Throws when it is no JSON. */
  verify(header: string, token: string): unknown;
}

export function createHs256(secret: Buffer): Hs256 {
  const signatureOf = createHmacSha256(secret);
  return {
    sign(header, payload) {
      const input = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
      return `${input}.${signatureOf(input)}`;
    },
    verify(header, token) {
      const end = token.lastIndexOf('.');
      if (end <= header.length) return undefined;
      if (!isSameSignature(token.slice(end + 1), signatureOf(token.slice(0, end)))) return undefined;
      return JSON.parse(Buffer.from(token.slice(header.length + 1, end), 'base64url').toString('utf8'));
    },
  };
}

/** 32 bytes in base64url. */
const SIGNATURE_LENGTH = 43;
/** Kept from one comparison to the next: two new ones would cost more than the comparison. */
const givenBytes = Buffer.alloc(SIGNATURE_LENGTH);
const rightBytes = Buffer.alloc(SIGNATURE_LENGTH);

/** Compared as text, so that there is one spelling: the last character of a signature has bits to spare. */
function isSameSignature(given: string, right: string): boolean {
  // A character that takes more than a byte could leave something of the last signature in place.
  if (given.length !== SIGNATURE_LENGTH || givenBytes.write(given) !== SIGNATURE_LENGTH) return false;
  rightBytes.write(right);
  return timingSafeEqual(givenBytes, rightBytes);
}
