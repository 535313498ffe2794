import { acceptsTerms, acceptTermsMember, newPasswordMember } from '../../api/body-members.ts';
import {
  AlreadyVerified,
  EmptyField,
  FieldTooLong,
  InvalidToken,
  NewPasswordRequired,
  PhoneNumberTaken,
  ServerErrorTryLater,
  TermsNotAccepted,
} from '../../api/errors.ts';
import { object, withOwnFields } from '../../api/json-schema.ts';
import { narrowed } from '../../api/operation.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { newAccountMembers } from '../../api/registration-members.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { FORM_FIELDS } from '../../config/built-in-fields.ts';
import { readProfileChanges } from '../../core/operations/profile-changes.ts';
import { checkNewPassword } from '../../core/passwords/password-policy.ts';
import { lackedFields } from '../../core/profile/custom-fields.ts';
import { requiredField } from '../../core/registration/validate-profile.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { acceptInvitation as accept } from './invite.ts';

const { email: _, ...profileMembers } = newAccountMembers;

export const acceptInvitation = protectedOperation(
  {
    id: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Chooses the password of the account and verifies its address. Also takes what the account lacks, see ' +
      'invitationDetails. Begins no session.',
    tag: 'Passwords',
    message: 'Invitation accepted',
    bearer: 'invitation',
    body: withOwnFields(
      'taken',
      object(
        { new_password: newPasswordMember, ...profileMembers, accept_terms: acceptTermsMember },
        { required: ['new_password'] },
      ),
    ),
    choosesPassword: true,
    answers: EmptyObject,
    errors: [
      AlreadyVerified,
      narrowed(EmptyField, { field: '(full_name|industry|phone_number)' }),
      FieldTooLong,
      NewPasswordRequired,
      PhoneNumberTaken,
      TermsNotAccepted,
    ],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, claims }) => {
    // The link was used, or a password was chosen through a reset link.
    if (claims.version !== user.credentialVersion) throw new ApiError(InvalidToken, { reason: 'used' });
    if (user.accountStatus === 'ACTIVE') throw new ApiError(AlreadyVerified);

    const body = await request.body();
    const lacked = lackedFields(user, services.fields, 'required');
    for (const field of FORM_FIELDS) if (lacked.includes(field)) requiredField(field, body.uncheckedText(field));
    const profile = readProfileChanges(services, body, user, 'user', lacked);
    const newPassword = body.rawText('new_password');
    if (newPassword === '') throw new ApiError(NewPasswordRequired);
    const chosen = { field: 'new_password', password: newPassword };
    const passwordWarning = await checkNewPassword(services, request, chosen, 'registration');

    await accept(services, user, { newPassword, acceptsTerms: acceptsTerms(services, body), profile }, request);
    return { ...done({}), passwordWarning };
  },
);
