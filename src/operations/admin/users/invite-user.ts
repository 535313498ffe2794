import { invite } from '../../../accounts/registration/invite.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { done, success } from '../../../http/envelope.ts';
import { ApiKeyNotAllowed, InvalidMember, RegistrationClosed } from '../../errors.ts';
import { boolean, partialObject, withOwnFields } from '../../json-schema.ts';
import { NEW_ACCOUNT_ERRORS, newAccountMembers, readNewAccountMembers } from '../../new-account-members.ts';
import { narrowed } from '../../operation.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { invitationMembers, readInvitation } from '../invitations/invitation-members.ts';
import { readFlagMember } from '../read-body.ts';

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
    const invited = { ...readNewAccountMembers(services, body, 'administrators'), ...invitation };
    const way = isConfirmed ? 'confirmed' : 'invitation';
    const user = await invite(services, way, invited, request, admin.recentLogin, admin.actor);
    const made = safeUser(user, services.fields);
    return isConfirmed ? { ...success('Account created', made), result: 'confirmed' } : done(made);
  },
);
