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
      // Compared as text, so that there is one spelling: the last character of a signature has bits to spare.
      const expected = Buffer.from(signatureOf(token.slice(0, end)));
      const given = Buffer.from(token.slice(end + 1));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return JSON.parse(Buffer.from(token.slice(header.length + 1, end), 'base64url').toString('utf8'));
    },
  };
}
