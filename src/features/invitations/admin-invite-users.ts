import { adminOperation } from '../../administration/admin-operation.ts';
import { outcomeSchema } from '../../administration/outcomes.ts';
import {
  ApiKeyNotAllowed,
  Conflict,
  EmailTaken,
  EmptyField,
  InvalidEmail,
  InvalidMember,
  RegistrationClosed,
} from '../../api/errors.ts';
import { integer, list, named, nullable, object, string } from '../../api/json-schema.ts';
import { narrowed } from '../../api/operation.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { NotAList } from '../../http/errors.ts';
import { inviteAll, MAX_INVITED } from './invite.ts';
import { invitationMembers, readInvitation } from './schemas.ts';

export const adminInviteUsers = adminOperation(
  {
    id: 'adminInviteUsers',
    summary: 'Invite users by their addresses',
    description:
      `Up to ${MAX_INVITED}, each with its outcome. Invited people supply what else an account needs when they ` +
      'accept. Until then its name is the part of the address before the @.',
    tag: 'Administration: users',
    message: 'Done',
    body: object(
      { emails: list(string({ format: 'email' }), { minItems: 1, maxItems: MAX_INVITED }), ...invitationMembers },
      { required: ['emails'] },
    ),
    bodyIsRequired: true,
    answers: named(
      'InvitationOutcomes',
      object({
        outcomes: list(
          object({
            email: string(),
            id: { ...nullable(integer()), description: 'The account of the invitation; null if there is none.' },
            outcome: outcomeSchema([InvalidEmail, EmailTaken, Conflict]),
          }),
          { examples: [[{ email: 'ada@example.com', id: 42, outcome: 'done' }]] },
        ),
      }),
    ),
    errors: [
      RegistrationClosed,
      narrowed(InvalidMember, { field: '(emails|role|language)' }),
      NotAList,
      narrowed(EmptyField, { field: 'emails' }),
      ApiKeyNotAllowed,
    ],
  },
  async ({ request, body: readBody, services, admin }) => {
    const body = await readBody();
    const invitation = readInvitation(body, { request, services, admin });
    const emails = [...new Set(body.texts('emails'))];
    if (emails.length === 0) throw new ApiError(EmptyField, { field: 'emails' });
    if (emails.length > MAX_INVITED)
      throw new ApiError(InvalidMember, { field: 'emails', rule: `at most ${MAX_INVITED} addresses` });
    const outcomes = await inviteAll(services, emails, invitation, request, admin.recentLogin, admin.actor);
    return done({ outcomes });
  },
);
