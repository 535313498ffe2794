import { isObject, type JsonObject } from '../json-values.ts';
import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { firstText, flagIn, nameOf, timeIn } from './read-members.ts';

const fieldsOf = (record: JsonObject): JsonObject => (isObject(record.fields) ? record.fields : record);

/** `manage.py dumpdata auth.user`, or the table auth_user. */
export const django: UserSource = {
  name: 'django',
  recognizes: (record) => ('model' in record && isObject(record.fields)) || 'date_joined' in record,
  read(record, options) {
    const user = fieldsOf(record);
    return {
      email: firstText(user, 'email'),
      fullName:
        nameOf(firstText(user, 'first_name'), firstText(user, 'last_name')) || firstText(user, 'name', 'username'),
      phoneNumber: firstText(user, 'phone_number', 'phone'),
      industry: firstText(user, 'industry'),
      language: firstText(user, 'language'),
      pictureUrl: firstText(user, 'picture', 'avatar'),
      role: flagIn(user, 'is_superuser') === true ? 'ADMIN' : '',
      isVerified: flagIn(user, 'email_verified', 'is_verified'),
      isSuspended: flagIn(user, 'is_active') === false,
      createdAt: timeIn(user, 'date_joined'),
      hash: hashOf(user, options, 'password'),
    };
  },
};
