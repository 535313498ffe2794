import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { isObject, type JsonObject, numberIn, objectIn, textIn } from '../json-values.ts';
import { readArgon2 } from '../syntaxes/phc.ts';
import { foreignIdentities } from './foreign-identities.ts';
import type { ForeignUser, UserSource } from './foreign-user.ts';
import { isEmpty, Members, nameOf } from './members.ts';
import { standingOf } from './standing.ts';

/** Attributes are lists; the first value counts. */
const attributesOf = (record: Members): Members =>
  new Members(
    Object.fromEntries(
      Object.entries(objectIn({ them: record.value('attributes') }, 'them')).map(([name, value]) => [
        name,
        [value].flat()[0],
      ]),
    ),
  );

const isPassword = (credential: unknown): credential is JsonObject =>
  isObject(credential) && credential.type === 'password';

function hashOf(record: Members): ForeignUser['hash'] {
  // Columns of the table CREDENTIAL, joined to USER_ENTITY.
  const columns = { secretData: record.value('secret_data'), credentialData: record.value('credential_data') };
  const credential = isEmpty(columns.secretData) ? record.list('credentials').find(isPassword) : columns;
  return () => credential && readKeycloak(credential);
}

/** A realm's export (`kc.sh export --users realm_file`), or the columns of its tables. */
export const keycloak: UserSource = {
  name: 'keycloak',
  recognizes: (record) => record.has('createdTimestamp') || record.isList('credentials') || record.has('secret_data'),
  read(record) {
    const attributes = attributesOf(record);
    const username = record.text('username');
    return {
      email: record.text('email') || (username.includes('@') ? username : ''),
      fullName: nameOf(record.text('first_name'), record.text('last_name')) || username,
      phoneNumber: attributes.text('phone_number', 'phone', 'mobile'),
      industry: attributes.text('industry'),
      language: attributes.text('locale'),
      pictureUrl: attributes.text('picture'),
      isVerified: record.flag('email_verified'),
      standing: standingOf(record),
      createdAt: record.time('created_timestamp'),
      // Administrators choose the alias; these three are Keycloak's suggestions.
      ...foreignIdentities(record, {
        list: 'federatedIdentities',
        provider: 'identityProvider',
        subject: ['userId'],
        email: '',
      }),
      hash: hashOf(record),
    };
  },
};

/** A credential: JSON text in secretData and credentialData, or before Keycloak 8 separate members. */
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

/** The default since Keycloak 25. Each parameter is a list of one string. */
function argon2(parameters: JsonObject, hash: { digest: string; salt: string; iterations: number }): ForeignHash {
  const parameter = (name: string): string => String([parameters[name]].flat()[0] ?? '');
  const version = parameter('version') === '1.0' ? '16' : '19';
  const [type, memory, lanes] = [parameter('type') || 'id', parameter('memory'), parameter('parallelism') || '1'];
  const text = `$argon2${type}$v=${version}$m=${memory},t=${hash.iterations},p=${lanes}$${hash.salt}$${hash.digest}`;
  const read = readArgon2(text);
  if (!read) throw new UnusableHash("the parameters of Keycloak's argon2 hash are malformed");
  return read;
}
