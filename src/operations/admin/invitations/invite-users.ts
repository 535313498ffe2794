import { Refusal } from '../../../accounts/refusal.ts';
import { emailField } from '../../../accounts/registration/field-rules.ts';
import { nameFromAddress } from '../../../accounts/registration/imported-account.ts';
import { invite } from '../../../accounts/registration/invite.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { NotAList } from '../../../http/errors.ts';
import { decideAgain } from '../../../store/commit.ts';
import { isOfSender } from '../../../store/request-sender.ts';
import {
  ApiKeyNotAllowed,
  Conflict,
  EmailTaken,
  EmptyField,
  InvalidEmail,
  InvalidMember,
  RegistrationClosed,
} from '../../errors.ts';
import { integer, list, named, nullable, object, oneOf, string } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { adminOperation } from '../admin-operation.ts';
import { invitationMembers, readInvitation } from './invitation-members.ts';

const MOST_ADDRESSES = 100;
const OUTCOMES = ['done', ...[InvalidEmail, EmailTaken, Conflict].map(({ code }) => code)];

export const adminInviteUsers = adminOperation(
  {
    id: 'adminInviteUsers',
    summary: 'Invite users by their addresses',
    description:
      `Up to ${MOST_ADDRESSES}, each with its outcome. Invited people supply what else an account needs when they ` +
      'accept. Until then its name is the part of the address before the @.',
    tag: 'Administration: users',
    message: 'Done',
    body: object(
      { emails: list(string({ format: 'email' }), { minItems: 1, maxItems: MOST_ADDRESSES }), ...invitationMembers },
      { required: ['emails'] },
    ),
    bodyIsRequired: true,
    answers: named(
      'InvitationOutcomes',
      object({
        outcomes: list(
          object({
            email: string(),
            id: { ...nullable(integer()), description: 'Of the account; null: nobody was invited.' },
            outcome: { ...oneOf(OUTCOMES), description: '`done`, or the code of the error.' },
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
    if (emails.length > MOST_ADDRESSES)
      throw new ApiError(InvalidMember, { field: 'emails', rule: `at most ${MOST_ADDRESSES} addresses` });
    const inviteOne = (given: string) => {
      const email = emailField(given);
      const profile = { fullName: nameFromAddress(email), industry: null, phoneNumber: null, isPhoneShared: false };
      const wanted = { ...invitation, email, ...profile };
      return invite(services, 'invitation', wanted, request, admin.recentLogin, admin.actor);
    };
    const outcomes = [];
    // One after the other, as with all changes of many accounts.
    for (const email of emails) {
      try {
        const { id } = await decideAgain(() => inviteOne(email), isOfSender);
        outcomes.push({ email, id, outcome: 'done' });
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'registration_closed') throw error;
        outcomes.push({ email, id: null, outcome: error.code });
      }
    }
    return done({ outcomes });
  },
);
