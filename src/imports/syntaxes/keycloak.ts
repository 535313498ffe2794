import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { type JsonObject, numberIn, objectIn, textIn } from '../json-values.ts';
import { readArgon2 } from './phc.ts';

/**
 * A credential of a realm's export or of the table: the JSON texts secretData and credentialData, or before Keycloak 8
 * members of its own.
 */
export function readKeycloak(credential: JsonObject): ForeignHash {
  const old = { ...credential, value: credential.hashedSaltedValue };
  const isOld = textIn(credential, 'hashedSaltedValue') !== '';
  const secret = isOld ? old : objectIn(credential, 'secretData');
  const data = isOld ? old : objectIn(credential, 'credentialData');
  const [digest, salt] = [textIn(secret, 'value'), textIn(secret, 'salt')];
  const [algorithm, iterations] = [textIn(data, 'algorithm'), numberIn(data, 'hashIterations')];
  if (digest === '') throw new UnusableHash("Keycloak's credential has no hash");
  if (algorithm === 'argon2') return argon2(objectIn(data, 'additionalParameters'), { digest, salt, iterations });
  const [, digestName = 'sha1'] = /^pbkdf2(?:-(sha\d+))?$/.exec(algorithm) ?? [undefined, ''];
  if (digestName === '') throw new UnusableHash(`Keycloak's algorithm ${JSON.stringify(algorithm)} is not known`);
  return {
    derivation: 'pbkdf2',
    fields: [digestName, String(iterations), base64url(Buffer.from(salt, 'base64'))],
    digest: Buffer.from(digest, 'base64'),
  };
}

/** The default since Keycloak 25. Each parameter is a list of one text. */
function argon2(parameters: JsonObject, hash: { digest: string; salt: string; iterations: number }): ForeignHash {
  const parameter = (name: string): string => String([parameters[name]].flat()[0] ?? '');
  const version = parameter('version') === '1.0' ? '16' : '19';
  const [type, memory, lanes] = [parameter('type') || 'id', parameter('memory'), parameter('parallelism') || '1'];
  const text = `$argon2${type}$v=${version}$m=${memory},t=${hash.iterations},p=${lanes}$${hash.salt}$${hash.digest}`;
  const read = readArgon2(text);
  if (!read) throw new UnusableHash("the parameters of Keycloak's argon2 hash are malformed");
  return read;
}
