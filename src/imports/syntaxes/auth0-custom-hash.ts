import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { isPlainDigest } from '../hashes/sha.ts';
import { type JsonObject, numberIn, objectIn, textIn } from '../json-values.ts';
import { readPhc } from './phc.ts';

const ENCODINGS: Readonly<Record<string, BufferEncoding>> = { hex: 'hex', base64: 'base64', utf8: 'utf8' };

function bytesIn(holder: JsonObject, fallback: BufferEncoding): Buffer {
  const encoding = textIn(holder, 'encoding');
  const known = encoding === '' ? fallback : ENCODINGS[encoding];
  if (known === undefined) throw new UnusableHash(`the encoding ${JSON.stringify(encoding)} is not known`);
  return Buffer.from(textIn(holder, 'value'), known);
}

/**
 * `custom_password_hash` of Auth0's bulk imports, which covers most custom systems: algorithm (argon2, bcrypt, scrypt,
 * pbkdf2, md5, sha1, sha256, sha512, hmac), hash, and salt with its position.
 */
export function readAuth0CustomHash(custom: JsonObject): ForeignHash {
  const algorithm = textIn(custom, 'algorithm');
  const [hash, salt] = [objectIn(custom, 'hash'), objectIn(custom, 'salt')];
  const saltBytes = base64url(bytesIn(salt, 'utf8'));
  if (algorithm === 'argon2' || algorithm === 'bcrypt' || algorithm === 'pbkdf2') {
    const read = readPhc(textIn(hash, 'value'));
    if (!read) throw new UnusableHash(`the ${algorithm} hash is malformed`);
    return read;
  }
  if (algorithm === 'scrypt') {
    const cost = [
      numberIn(custom, 'cost', 16_384),
      numberIn(custom, 'blockSize', 8),
      numberIn(custom, 'parallelization', 1),
    ];
    return { derivation: 'scrypt', fields: ['', ...cost.map(String), saltBytes], digest: bytesIn(hash, 'hex') };
  }
  if (algorithm === 'hmac') {
    const key = base64url(bytesIn(objectIn(hash, 'key'), 'utf8'));
    return { derivation: 'sha', fields: [textIn(hash, 'digest'), 'hmac', key], digest: bytesIn(hash, 'hex') };
  }
  if (!isPlainDigest(algorithm)) throw new UnusableHash(`the algorithm ${JSON.stringify(algorithm)} is not known`);
  const way = textIn(salt, 'position') === 'suffix' ? 'salt-last' : 'salt-first';
  return { derivation: 'sha', fields: [algorithm, way, saltBytes], digest: bytesIn(hash, 'hex') };
}
