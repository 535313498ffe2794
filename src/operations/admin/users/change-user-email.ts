import { changeEmailAtOnce, requestEmailChangeBy } from '../../../accounts/administration/change-email-by-admin.ts';
import { canonicalEmail } from '../../../accounts/email-address.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Answer, done, success } from '../../../http/envelope.ts';
import type { Body } from '../../../http/json-body.ts';
import type { User } from '../../../store/tables/user.ts';
import * as users from '../../../store/tables/users.ts';
import { newEmailMember } from '../../body-members.ts';
import {
  AdministratorProtected,
  ApiKeyNotAllowed,
  ConfirmationRequired,
  EmailRequired,
  EmailTaken,
  EmailUnchanged,
  InvalidEmail,
  InvalidMember,
  TooManyEmails,
  WrongStatus,
} from '../../errors.ts';
import { boolean, partialObject } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { type AdminRequest, adminOperation } from '../admin-operation.ts';
import { REASON_ERRORS, readFlagMember, readReason, reasonMember } from '../read-body.ts';
import { UserDetails } from './schema.ts';
import { detailsOf, targetUser, userToChange } from './target-user.ts';

export const adminChangeUserEmail = adminOperation(
  {
    id: 'adminChangeUserEmail',
    summary: "Change a user's e-mail address",
    description:
      'Sends a link to confirm the change to the new address and a link to stop it to the old one, as when the ' +
      'owner requests it. With `ADMIN_EMAIL_CHANGE=at-once`, logged-in administrators can change it without ' +
      'confirmation: the old address gets a link to revert it, and every session of the account ends.',
    tag: 'Administration: users',
    message: 'A confirmation has been sent to the new address',
    body: {
      ...partialObject({
        email: newEmailMember,
        at_once: boolean({ default: false, description: 'Without a confirmation; needs `reason`.' }),
        reason: reasonMember,
      }),
      required: ['email'],
    },
    results: ['changed'],
    answers: UserDetails,
    example: { email_change: { new_email: 'ada@example.org', requested_at: '2026-01-31T09:00:00.000Z' } },
    errors: [
      AdministratorProtected,
      WrongStatus,
      EmailRequired,
      InvalidEmail,
      EmailUnchanged,
      EmailTaken,
      narrowed(InvalidMember, { field: 'at_once' }),
      ...REASON_ERRORS,
      ConfirmationRequired,
      ApiKeyNotAllowed,
      TooManyEmails,
    ],
  },
  async (context) => {
    await activeUser(context);
    return change(context, await context.body());
  },
);

async function change(context: AdminRequest<true>, body: Body): Promise<Answer> {
  const { services, admin } = context;
  const user = await activeUser(context);
  const newEmail = readEmail(body);
  if (newEmail === user.email) throw new ApiError(EmailUnchanged);
  const reason = readFlagMember(body, 'at_once', false) ? reasonOfChange(context, body) : undefined;
  if (await users.isEmailTaken(services.db, newEmail, user.id)) throw new ApiError(EmailTaken);

  const wanted = { user, newEmail };
  if (reason === undefined) await requestEmailChangeBy(services, wanted, admin.recentLogin, admin.actor);
  else await changeEmailAtOnce(services, wanted, reason, admin.recentLogin, admin.actor);
  const details = await detailsOf(context, await targetUser(context));
  return reason === undefined
    ? done(details)
    : { ...success('Email changed successfully', details), result: 'changed' };
}

/** An unconfirmed address is not changed: the account can be deleted, and its owner invited again. */
async function activeUser(context: AdminRequest): Promise<User> {
  const user = await userToChange(context);
  if (user.accountStatus !== 'ACTIVE') throw new ApiError(WrongStatus, { status: user.accountStatus });
  return user;
}

function readEmail(body: Body): string {
  // Unchecked, because forbidden characters in an e-mail address yield InvalidEmail.
  const rawEmail = body.uncheckedText('email');
  if (rawEmail === '') throw new ApiError(EmailRequired);
  const email = canonicalEmail(rawEmail);
  if (email === undefined) throw new ApiError(InvalidEmail);
  return email;
}

/** API keys are refused: a thief could take over accounts before their owners can stop it. */
function reasonOfChange({ services, admin }: AdminRequest, body: Body): string {
  if (!admin.user) throw new ApiError(ApiKeyNotAllowed);
  if (!services.features.emailChangesAtOnce) throw new ApiError(ConfirmationRequired);
  return readReason(body);
}
