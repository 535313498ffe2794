import { base64url, type ForeignHash } from '../hashes/derivation.ts';

const DIGESTS = ['sha1', 'sha256', 'sha512'];
const V2_BYTES = 49;
const V3_HEADER_BYTES = 13;

const pbkdf2 = (digestName: string, iterations: number, salt: Buffer, digest: Buffer): ForeignHash => ({
  derivation: 'pbkdf2',
  fields: [digestName, String(iterations), base64url(salt)],
  digest,
});

/** The column PasswordHash of AspNetUsers: version 2 (ASP.NET Identity 1 and 2) and 3 (ASP.NET Core). */
export function readAspNetIdentity(text: string): ForeignHash | undefined {
  if (!/^[A-Za-z0-9+/]{48,}={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes[0] === 0 && bytes.length === V2_BYTES)
    return pbkdf2('sha1', 1000, bytes.subarray(1, 17), bytes.subarray(17));
  if (bytes[0] !== 1 || bytes.length <= V3_HEADER_BYTES) return undefined;
  const digestName = DIGESTS[bytes.readUInt32BE(1)];
  const saltEnd = V3_HEADER_BYTES + bytes.readUInt32BE(9);
  if (digestName === undefined || saltEnd > bytes.length - 16) return undefined;
  return pbkdf2(digestName, bytes.readUInt32BE(5), bytes.subarray(V3_HEADER_BYTES, saltEnd), bytes.subarray(saltEnd));
}
