import { customFieldsIn, profileMember } from '../../api/body-members.ts';
import { EmptyField, FieldTooLong, InvalidImageUrl, PhoneNumberTaken } from '../../api/errors.ts';
import { nullableString } from '../../api/json-schema.ts';
import { narrowed } from '../../api/operation.ts';
import type { Services } from '../../api/services.ts';
import { isOff, PROFILE_FIELDS, type ProfileField } from '../../config/built-in-fields.ts';
import type { Writer } from '../../config/custom-fields.ts';
import { isRequired, sharesPhoneNumbers } from '../../config/field-presence.ts';
import type { Body } from '../../http/json-body.ts';
import type { ProfileChanges } from '../../store/tables/profile.ts';
import type { User } from '../../store/tables/user.ts';
import { customChanges } from '../profile/custom-fields.ts';
import { optionalField, requiredField } from '../registration/validate-profile.ts';

export const profileMembers = {
  industry: profileMember('industry'),
  full_name: profileMember('full_name'),
  phone_number: profileMember('phone_number'),
  profile_image_url: nullableString({
    format: 'uri-reference',
    maxLength: PROFILE_FIELDS.profile_image_url.maxCodePoints,
    description: 'An http(s) URL or a relative reference; null or empty clears it.',
  }),
};

/** The errors of these members. */
export const PROFILE_ERRORS = [
  narrowed(EmptyField, { field: '(industry|full_name|phone_number)' }),
  FieldTooLong,
  InvalidImageUrl,
  PhoneNumberTaken,
];

/**
 * Validates all before anything is written; one statement writes all changes. `needed`: fields that the body must
 * contain.
 */
export function readProfileChanges(
  services: Pick<Services, 'fields'>,
  body: Body,
  user: User,
  writer: Writer,
  needed: readonly string[] = [],
): ProfileChanges {
  const { fields } = services;
  const required = (field: ProfileField) =>
    body.has(field) ? requiredField(field, body.uncheckedText(field)) : undefined;
  const chosen = (field: ProfileField) => {
    // A stored value of a disabled field is removed when the account is saved.
    if (isOff(field, fields)) return user[PROFILE_FIELDS[field].member] === null ? undefined : null;
    if (isRequired(field, fields)) return required(field);
    return body.mentions(field) ? optionalField(field, body.uncheckedText(field)) : undefined;
  };
  const industry = chosen('industry');
  const fullName = required('full_name');
  const phoneNumber = chosen('phone_number');
  return {
    ...(industry !== undefined && { industry }),
    ...(fullName !== undefined && { fullName }),
    ...(phoneNumber !== undefined && { phoneNumber, isPhoneShared: sharesPhoneNumbers(fields) }),
    ...customChanges(user, fields, customFieldsIn(services, body), writer, needed),
  };
}

export const readImageUrl = (body: Body): Pick<ProfileChanges, 'profileImageUrl'> =>
  body.mentions('profile_image_url')
    ? { profileImageUrl: optionalField('profile_image_url', body.uncheckedText('profile_image_url')) }
    : {};
