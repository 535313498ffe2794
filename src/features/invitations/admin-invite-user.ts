import { type AdminRequest, adminOperation } from '../../administration/admin-operation.ts';
import { outcomeSchema } from '../../administration/outcomes.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from '../../administration/page-cursor.ts';
import { readEnumMember, readFlagMember } from '../../administration/read-body.ts';
import { userToChange } from '../../administration/target-user.ts';
import { cancelInvitation } from '../../administration/user-actions.ts';
import {
  ApiKeyNotAllowed,
  Conflict,
  EmailTaken,
  EmptyField,
  InvalidEmail,
  InvalidMember,
  RegistrationClosed,
} from '../../api/errors.ts';
import {
  boolean,
  integer,
  list,
  named,
  nullable,
  nullableString,
  object,
  oneOf,
  partialObject,
  type Schema,
  string,
  text,
  withOwnFields,
} from '../../api/json-schema.ts';
import { narrowed } from '../../api/operation.ts';
import { NEW_ACCOUNT_ERRORS, newAccountMembers, registrationInput } from '../../api/registration-members.ts';
import { EmptyObject, emailAddress, Role, SafeUser } from '../../api/schemas.ts';
import { validateRegistration } from '../../core/registration/validate-registration.ts';
import { safeUser } from '../../core/user-representations.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import { ApiError } from '../../http/api-error.ts';
import { done, success } from '../../http/envelope.ts';
import { NotAList } from '../../http/errors.ts';
import type { Body } from '../../http/json-body.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { ROLES, type Role as RoleName } from '../../store/tables/user.ts';
import { invite, inviteAll, MAX_INVITED } from './invite.ts';
import * as invitations from './table.ts';

/** The members of a new account that an administrator sets besides its profile. */
const invitationMembers: { readonly role: Schema<RoleName>; readonly language: Schema<string> } = {
  role: {
    ...oneOf(ROLES),
    default: 'USER',
    description: 'Only logged-in administrators can set `ADMIN`.',
  },
  language: text('The language of the e-mail and of the account: by default that of the request.'),
};

function readInvitation(
  body: Body,
  { request, services, admin }: Pick<AdminRequest, 'request' | 'services' | 'admin'>,
) {
  const role = body.has('role') ? readEnumMember(body, 'role', ROLES) : 'USER';
  // The thief of a key must not invite themselves as administrator.
  if (role === 'ADMIN' && !admin.may('adminSetUserRole')) throw new ApiError(ApiKeyNotAllowed);
  const language = body.has('language')
    ? readEnumMember(body, 'language', services.system.languages)
    : (request.language ?? services.defaultLanguage);
  return { role, language };
}

const time = string({ format: 'date-time' });

export const adminListInvitations = adminOperation(
  {
    id: 'adminListInvitations',
    summary: 'List open invitations',
    description: 'Newest first. Expired invitations stay until they are sent again or cancelled.',
    tag: 'Administration: users',
    message: 'Invitations retrieved successfully',
    query: PAGE_PARAMETERS,
    answers: pageOf(
      'InvitationPage',
      named(
        'Invitation',
        object({
          id: integer({ description: 'Of the account.' }),
          email: emailAddress,
          role: Role,
          invited_by: nullableString({
            description: '`user:<id>`, `key:<id>` or `operator`; null: no longer known.',
          }),
          invited_by_email: nullableString({
            description: 'The e-mail address of the administrator, if there is an account.',
          }),
          sent_at: time,
          expires_at: time,
        }),
      ),
    ),
    compressible: true,
  },
  async ({ services, query }) => {
    const limit = limitOf(query);
    const found = await invitations.page(services.db, readCursor(query)?.id ?? Number.MAX_SAFE_INTEGER, limit + 1);
    const last = found.length > limit ? found[limit - 1] : undefined;
    return done({
      items: found.slice(0, limit).map(({ id, email, role, invitedBy, invitedByEmail, sentAtMs }) => ({
        id,
        email,
        role,
        invited_by: invitedBy,
        invited_by_email: invitedByEmail,
        sent_at: isoTime(sentAtMs),
        expires_at: isoTime(sentAtMs + lifetimeMs('invitation')),
      })),
      next: last ? cursorOf(query, { key: '', id: last.id }) : null,
    });
  },
);

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

export const adminCancelInvitation = adminOperation(
  {
    id: 'adminCancelInvitation',
    summary: 'Cancel an invitation',
    description: 'Removes the unused account: the link stops working, and the address becomes available again.',
    tag: 'Administration: users',
    message: 'Invitation cancelled',
    answers: EmptyObject,
    errors: cancelInvitation.errors,
  },
  async (context) => {
    await cancelInvitation.run(context, await userToChange(context));
    return done({});
  },
);
