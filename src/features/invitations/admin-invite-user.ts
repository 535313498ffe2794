import { adminOperation } from '../../administration/admin-operation.ts';
import { readFlagMember } from '../../administration/read-body.ts';
import { ApiKeyNotAllowed, InvalidMember, RegistrationClosed } from '../../api/errors.ts';
import { boolean, partialObject, withOwnFields } from '../../api/json-schema.ts';
import { narrowed } from '../../api/operation.ts';
import { NEW_ACCOUNT_ERRORS, newAccountMembers, registrationInput } from '../../api/registration-members.ts';
import { SafeUser } from '../../api/schemas.ts';
import { validateRegistration } from '../../core/registration/validate-registration.ts';
import { safeUser } from '../../core/user-representations.ts';
import { done, success } from '../../http/envelope.ts';
import { invite } from './invite.ts';
import { invitationMembers, readInvitation } from './schemas.ts';

export const adminInviteUser = adminOperation(
  {
    id: 'adminInviteUser',
    summary: 'Invite a user, or create an account',
    description:
      'Creates an account and sends its owner a link to choose a password. The account is INACTIVE until then; ' +
      'with `confirmed` it is ACTIVE immediately.',
    tag: 'Administration: users',
    message: 'Invitation sent',
    body: withOwnFields('taken', {
      ...partialObject({
        ...newAccountMembers,
        ...invitationMembers,
        confirmed: boolean({
          default: false,
          description: 'You vouch for the address: the account is ACTIVE immediately.',
        }),
      }),
      required: ['full_name', 'email', 'phone_number', 'industry'],
    }),
    bodyIsRequired: true,
    status: 201,
    results: ['confirmed'],
    answers: SafeUser,
    example: { account_status: 'INACTIVE', profile_image_url: null },
    errors: [
      RegistrationClosed,
      ...NEW_ACCOUNT_ERRORS,
      narrowed(InvalidMember, { field: '(role|language|confirmed)' }),
      ApiKeyNotAllowed,
    ],
  },
  async ({ request, body: readBody, services, admin }) => {
    const body = await readBody();
    const invitation = readInvitation(body, { request, services, admin });
    const isConfirmed = readFlagMember(body, 'confirmed', false);
    const registration = validateRegistration(registrationInput(services, body), services.fields, 'administrators');
    const source = isConfirmed ? 'confirmed' : 'invitation';
    const user = await invite(
      services,
      source,
      { registration, ...invitation },
      request,
      admin.recentLogin,
      admin.actor,
    );
    const made = safeUser(user, services.fields);
    return isConfirmed ? { ...success('Account created', made), result: 'confirmed' } : done(made);
  },
);
