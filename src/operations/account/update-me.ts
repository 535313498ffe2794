import { isBlank, isImageUrl } from '../../accounts/profile-rules.ts';
import { updatedUser } from '../../accounts/user-representations.ts';
import { PROFILE_FIELDS, type ProfileField } from '../../config/profile-fields.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import type { Body } from '../../http/json-body.ts';
import type { Requester } from '../../network/requester.ts';
import { UniqueViolation } from '../../store/database.ts';
import * as profile from '../../store/profile.ts';
import { authenticate, refuseSuspended } from '../authenticate.ts';
import { profileMember } from '../body-members.ts';
import {
  AccountSuspended,
  EmptyField,
  FieldTooLong,
  InvalidImageUrl,
  PhoneNumberTaken,
  ServerErrorTryLater,
  UserNotFound,
} from '../errors.ts';
import { refuseTooLong } from '../field-length.ts';
import { nullableString, partialObject } from '../json-schema.ts';
import { narrowed, operation } from '../operation.ts';
import { UpdatedUser } from '../schemas.ts';
import type { Services } from '../services.ts';

export const updateMe = operation(
  {
    id: 'updateMe',
    summary: 'Change the own profile',
    description:
      'Members that are left out stay as they are, and others are ignored. A refused update changes nothing at all.',
    tag: 'Accounts',
    message: 'Profile updated successfully',
    bearer: 'auth',
    body: partialObject({
      industry: profileMember('industry'),
      full_name: profileMember('full_name'),
      phone_number: profileMember('phone_number'),
      profile_image_url: nullableString({
        format: 'uri-reference',
        maxLength: PROFILE_FIELDS.profile_image_url.maxCodePoints,
        description: 'An http(s) URL or a relative reference; null or empty clears it.',
      }),
    }),
    bodyIsRequired: true,
    answers: UpdatedUser,
    errors: [
      AccountSuspended,
      narrowed(EmptyField, { field: '(industry|full_name|phone_number)' }),
      FieldTooLong,
      InvalidImageUrl,
      PhoneNumberTaken,
    ],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'auth');
    refuseSuspended(user);

    const changes = readChanges(await request.requiredBody());
    const updated =
      Object.keys(changes).length === 0 ? user : await apply(services, user.id, changes, request.requester);
    if (!updated) throw new ApiError(UserNotFound);

    return done(updatedUser(updated));
  },
);

/** Validates the whole body before anything is written; one statement writes all changes. */
function readChanges(body: Body): profile.ProfileChanges {
  return {
    ...(body.has('industry') && { industry: requiredText(body, 'industry') }),
    ...(body.has('full_name') && { fullName: requiredText(body, 'full_name') }),
    ...(body.has('phone_number') && { phoneNumber: requiredText(body, 'phone_number').normalize('NFC') }),
    ...(body.mentions('profile_image_url') && { profileImageUrl: imageUrl(body) }),
  };
}

function requiredText(body: Body, field: ProfileField): string {
  const value = body.text(field);
  if (isBlank(value)) throw new ApiError(EmptyField, { field });
  refuseTooLong(field, value);
  return value;
}

function imageUrl(body: Body): string | null {
  const value = body.text('profile_image_url');
  if (value === '') return null;
  refuseTooLong('profile_image_url', value);
  if (!isImageUrl(value)) throw new ApiError(InvalidImageUrl);
  return value;
}

async function apply({ db }: Services, id: number, changes: profile.ProfileChanges, requester: Requester) {
  try {
    return await profile.update(db, id, changes, requester);
  } catch (error) {
    throw error instanceof UniqueViolation ? new ApiError(PhoneNumberTaken) : error;
  }
}
