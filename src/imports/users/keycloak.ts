import { isObject, type JsonObject, objectIn } from '../json-values.ts';
import { readKeycloak } from '../syntaxes/keycloak.ts';
import type { ForeignUser, UserSource } from './foreign-user.ts';
import { isEmpty, Members, nameOf } from './members.ts';
import { standingOf } from './standing.ts';

/** Attributes are lists. */
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
  // Of the table CREDENTIAL, joined to USER_ENTITY.
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
      hash: hashOf(record),
    };
  },
};
