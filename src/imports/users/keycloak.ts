import { isObject, type JsonObject, objectIn, textIn } from '../json-values.ts';
import { readKeycloak } from '../syntaxes/keycloak.ts';
import type { ForeignUser, UserSource } from './foreign-user.ts';
import { firstText, flagIn, nameOf, timeIn } from './read-members.ts';

/** Attributes are lists. */
const attributesOf = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(objectIn(record, 'attributes')).map(([name, value]) => [name, [value].flat()[0]]));

const hash =
  (record: JsonObject): ForeignUser['hash'] =>
  () => {
    // Of the table CREDENTIAL, joined to USER_ENTITY.
    if (textIn(record, 'secret_data') !== '')
      return readKeycloak({ secretData: record.secret_data, credentialData: record.credential_data });
    const { credentials } = record;
    const found = Array.isArray(credentials) ? credentials.find((one) => isObject(one) && one.type === 'password') : {};
    return isObject(found) && 'secretData' in found ? readKeycloak(found) : undefined;
  };

/** A realm's export (`kc.sh export --users realm_file`), or the columns of its tables. */
export const keycloak: UserSource = {
  name: 'keycloak',
  recognizes: (record) => 'createdTimestamp' in record || Array.isArray(record.credentials) || 'secret_data' in record,
  read(record) {
    const attributes = attributesOf(record);
    return {
      email: firstText(record, 'email') || (textIn(record, 'username').includes('@') ? textIn(record, 'username') : ''),
      fullName:
        nameOf(firstText(record, 'firstName', 'first_name'), firstText(record, 'lastName', 'last_name')) ||
        firstText(record, 'username'),
      phoneNumber: firstText(attributes, 'phone_number', 'phoneNumber', 'phone', 'mobile'),
      industry: firstText(attributes, 'industry'),
      language: firstText(attributes, 'locale'),
      pictureUrl: firstText(attributes, 'picture'),
      isVerified: flagIn(record, 'emailVerified', 'email_verified'),
      isSuspended: flagIn(record, 'enabled') === false,
      createdAt: timeIn(record, 'createdTimestamp', 'created_timestamp'),
      hash: hash(record),
    };
  },
};
