import { ownChanges } from '../../accounts/profile/custom-fields.ts';
import { optionalField, requiredField } from '../../accounts/registration/validate-profile.ts';
import { PROFILE_FIELDS, type ProfileField } from '../../config/built-in-fields.ts';
import type { Writer } from '../../config/custom-fields.ts';
import type { Body } from '../../http/json-body.ts';
import type { ProfileChanges } from '../../store/tables/profile.ts';
import type { User } from '../../store/tables/user.ts';
import { ownFieldsIn, profileMember } from '../body-members.ts';
import { EmptyField, FieldTooLong, InvalidImageUrl, PhoneNumberTaken } from '../errors.ts';
import { nullableString } from '../json-schema.ts';
import { narrowed } from '../operation.ts';
import type { Services } from '../services.ts';

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
 * Validates all before anything is written; one statement writes all changes. `needed`: fields of FIELDS_FILE
 * that the body must contain.
 */
export function readProfileChanges(
  services: Pick<Services, 'fields'>,
  body: Body,
  user: User,
  writer: Writer,
  needed: readonly string[] = [],
): ProfileChanges {
  const { presence, sharesPhoneNumbers } = services.fields;
  const read = {
    required: (field: ProfileField) => (body.has(field) ? requiredField(field, body.uncheckedText(field)) : undefined),
    optional: (field: ProfileField) =>
      body.mentions(field) ? optionalField(field, body.uncheckedText(field)) : undefined,
    // A stored value of a disabled field is removed when the account is saved.
    off: (field: ProfileField) => (user[PROFILE_FIELDS[field].member] === null ? undefined : null),
  };
  const industry = read[presence.industry]('industry');
  const fullName = read.required('full_name');
  const phoneNumber = read[presence.phone_number]('phone_number');
  return {
    ...(industry !== undefined && { industry }),
    ...(fullName !== undefined && { fullName }),
    ...(phoneNumber !== undefined && { phoneNumber, isPhoneShared: sharesPhoneNumbers }),
    ...ownChanges(user, services.fields, ownFieldsIn(services, body), writer, needed),
  };
}

export const readImageUrl = (body: Body): Pick<ProfileChanges, 'profileImageUrl'> =>
  body.mentions('profile_image_url')
    ? { profileImageUrl: optionalField('profile_image_url', body.uncheckedText('profile_image_url')) }
    : {};
