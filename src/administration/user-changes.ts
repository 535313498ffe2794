import { newEmailMember } from '../api/body-members.ts';
import {
  AccountChanged,
  AdministratorProtected,
  ApiKeyNotAllowed,
  ConfirmationRequired,
  EmailRequired,
  EmailTaken,
  EmailUnchanged,
  ExportRunning,
  InvalidEmail,
  InvalidMember,
  LastAdministratorKept,
  RoleUnchanged,
  TooManyEmails,
  UserNotFound,
  WrongStatus,
} from '../api/errors.ts';
import { EXPORTED, exportAnswer } from '../api/export-answer.ts';
import { boolean, object, oneOf, partialObject, string, text, withOwnFields } from '../api/json-schema.ts';
import { narrowed } from '../api/operation.ts';
import { PICTURE_ERRORS, pictureBody, readPictureMember } from '../api/picture-member.ts';
import { AccountExport, SafeUser } from '../api/schemas.ts';
import { canonicalEmail } from '../core/email-address.ts';
import {
  PROFILE_ERRORS,
  profileMembers,
  readImageUrl,
  readProfileChanges,
} from '../core/operations/profile-changes.ts';
import { changeProfile } from '../core/profile/change-profile.ts';
import { exportAccount } from '../core/profile/export-account.ts';
import { removePicture, setPicture } from '../core/profile/profile-picture.ts';
import { safeUser } from '../core/user-representations.ts';
import { ApiError } from '../http/api-error.ts';
import { type Answer, done, success } from '../http/envelope.ts';
import type { Body } from '../http/json-body.ts';
import { orThrow } from '../store/engine/database.ts';
import { ROLES, type User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import { type AdminRequest, adminOperation } from './admin-operation.ts';
import { changeEmailAtOnce, requestEmailChangeBy } from './change-email-by-admin.ts';
import { isTime } from './query-parameters.ts';
import { REASON_ERRORS, readEnumMember, readFlagMember, readReason, reasonMember } from './read-body.ts';
import { setRole } from './set-role.ts';
import { detailsOf, targetUser, userToChange } from './target-user.ts';
import { KEEPS_LAST_ADMIN } from './user-actions.ts';
import { UserDetails } from './user-schemas.ts';

export const adminUpdateUser = adminOperation(
  {
    id: 'adminUpdateUser',
    summary: "Update a user's profile",
    description: 'Omitted members keep their values. A rejected update changes nothing.',
    tag: 'Administration: users',
    message: 'Profile updated successfully',
    body: withOwnFields(
      'taken',
      partialObject({
        ...profileMembers,
        language: text('The language of its e-mails, one of those offered.'),
        unchanged_since: string({
          format: 'date-time',
          description: 'The `updated_at` that you read: the update is refused if the account was changed since.',
        }),
      }),
    ),
    bodyIsRequired: true,
    answers: UserDetails,
    errors: [
      AdministratorProtected,
      AccountChanged,
      ...PROFILE_ERRORS,
      narrowed(InvalidMember, { field: '(language|unchanged_since)' }),
    ],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const body = await context.body();
    const changes = {
      ...readProfileChanges(services, body, user, 'administrators'),
      ...readImageUrl(body),
      ...(body.has('language') && { language: readEnumMember(body, 'language', services.system.languages) }),
    };
    const unchangedSinceMs = readTime(body, 'unchanged_since');
    const unchanged =
      unchangedSinceMs === undefined
        ? undefined
        : orThrow(users.requireUnchanged(user.id, unchangedSinceMs), new ApiError(AccountChanged));
    const updated = await changeProfile(services.db, user, changes, admin.actor, unchanged);
    return done(await detailsOf(context, updated));
  },
);

function readTime(body: Body, field: string): number | undefined {
  if (!body.has(field)) return undefined;
  const value = body.text(field);
  if (!isTime(value)) throw new ApiError(InvalidMember, { field, rule: 'a time like 2026-01-31T09:00:00Z' });
  return Date.parse(value);
}

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

  const emailChange = { user, newEmail };
  if (reason === undefined) await requestEmailChangeBy(services, emailChange, admin.recentLogin, admin.actor);
  else await changeEmailAtOnce(services, emailChange, reason, admin.recentLogin, admin.actor);
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

export const adminSetUserRole = adminOperation(
  {
    id: 'adminSetUserRole',
    summary: "Change a user's role",
    description: 'Makes the user an administrator, or revokes the role.',
    tag: 'Administration: users',
    message: 'Role changed',
    body: object({ role: { ...oneOf(ROLES), examples: ['ADMIN'] } }),
    answers: SafeUser,
    example: { role: 'ADMIN' },
    errors: [InvalidMember, RoleUnchanged, WrongStatus, LastAdministratorKept],
  },
  async (context) => {
    const user = await userToChange(context);
    const role = readEnumMember(await context.body(), 'role', ROLES);
    if (user.role === role) throw new ApiError(RoleUnchanged, { role });
    // The address of an unverified account is unproven.
    if (role === 'ADMIN' && user.accountStatus !== 'ACTIVE') {
      throw new ApiError(WrongStatus, { status: user.accountStatus });
    }
    const { services, admin } = context;
    return done(safeUser(await setRole(services.db, user.id, role, admin.actor, KEEPS_LAST_ADMIN), services.fields));
  },
);

export const adminSetUserPicture = adminOperation(
  {
    id: 'adminSetUserPicture',
    summary: "Upload a user's profile picture",
    description: 'Replaces the picture, or the link to one.',
    tag: 'Administration: users',
    message: 'Profile picture saved',
    body: pictureBody,
    answers: SafeUser,
    example: { profile_image_url: '/api/pictures/q1fF0v0mXbN1c2hKQ0l3Tw' },
    errors: [AdministratorProtected, ...PICTURE_ERRORS],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const picture = readPictureMember(await context.body());
    const changed = await setPicture(services.db, user.id, picture, admin.actor);
    return done(safeUser(changed, context.services.fields));
  },
);

export const adminRemoveUserPicture = adminOperation(
  {
    id: 'adminRemoveUserPicture',
    summary: "Remove a user's profile picture",
    description: 'Deletes an uploaded picture, or removes the link to one.',
    tag: 'Administration: users',
    message: 'Profile picture removed',
    answers: SafeUser,
    example: { profile_image_url: null },
    errors: [AdministratorProtected],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const changed = await removePicture(services.db, user.id, admin.actor);
    return done(safeUser(changed, context.services.fields));
  },
);

export const adminExportUser = adminOperation(
  {
    id: 'adminExportUser',
    summary: 'Export an account',
    description: 'Returns everything stored about it, except for secrets. One export at a time.',
    tag: 'Administration: users',
    message: EXPORTED,
    answers: AccountExport,
    errors: [ExportRunning],
  },
  async (context) => {
    const { services, admin } = context;
    const { id } = await targetUser(context);
    return services.exports.begin(admin.actor.name, async () => {
      const exported = await exportAccount(services.db, id, admin.recentLogin, admin.actor, admin.mayFinish);
      if (!exported) throw new ApiError(UserNotFound);
      return exportAnswer(exported);
    });
  },
);
