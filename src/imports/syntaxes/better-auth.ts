import { base64url, type ForeignHash } from '../hashes/derivation.ts';

const HASH = /^([0-9a-f]{32}):([0-9a-f]{128})$/;

/** `<salt>:<key>`: scrypt of the NFKC password, with the salt as hexadecimal text. */
export function readBetterAuth(text: string): ForeignHash | undefined {
  const [, salt = '', key] = HASH.exec(text) ?? [];
  if (key === undefined) return undefined;
  return {
    derivation: 'scrypt',
    fields: ['NFKC', '16384', '16', '1', base64url(salt)],
    digest: Buffer.from(key, 'hex'),
  };
}
