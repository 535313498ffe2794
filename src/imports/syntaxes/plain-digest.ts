import type { ForeignHash } from '../hashes/derivation.ts';

const BY_HEX_LENGTH: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };

/** An unsalted digest of the password in hexadecimal. */
export function readPlainDigest(text: string): ForeignHash | undefined {
  const digestName = /^[0-9a-fA-F]+$/.test(text) ? BY_HEX_LENGTH[text.length] : undefined;
  if (digestName === undefined) return undefined;
  return { derivation: 'sha', fields: [digestName, 'salt-first', ''], digest: Buffer.from(text, 'hex') };
}
