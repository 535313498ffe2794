import { canonicalEmail } from '../../../accounts/email-address.ts';
import { isBlank } from '../../../accounts/profile/profile-rules.ts';
import { invite, makeAccount } from '../../../accounts/registration/invite.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done, success } from '../../../http/envelope.ts';
import type { Body } from '../../../http/json-body.ts';
import { UniqueViolation } from '../../../store/engine/database.ts';
import { ROLES } from '../../../store/tables/user.ts';
import { conflict, refuseTaken, TAKEN } from '../../account/email-or-phone-taken.ts';
import { emailMember, profileMember } from '../../body-members.ts';
import { ApiKeyNotAllowed, EmptyField, FieldTooLong, InvalidEmail, InvalidMember, Overloaded } from '../../errors.ts';
import { refuseTooLong } from '../../field-length.ts';
import { boolean, oneOf, partialObject, text } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { readEnumMember, readFlagMember } from '../read-body.ts';

export const adminInviteUser = adminOperation(
  {
    id: 'adminInviteUser',
    summary: 'Invite somebody, or create an account',
    description:
      'Creates an account and sends its owner a link to choose a password. The account is INACTIVE until then, or ' +
      'with `confirmed` ACTIVE at once.',
    tag: 'Administration: users',
    message: 'Invitation sent',
    body: {
      ...partialObject({
        full_name: profileMember('full_name'),
        email: emailMember,
        phone_number: profileMember('phone_number'),
        industry: profileMember('industry'),
        role: {
          ...oneOf(ROLES),
          default: 'USER',
          description:
            '`ADMIN` only by administrators who are logged in, as it is with the role of an account that exists.',
        },
        language: text(
          'The language of the e-mail and of the account: one that the service offers. That of the request unless ' +
            'stated.',
        ),
        confirmed: boolean({
          default: false,
          description: 'Whoever creates the account vouches for the address: it is ACTIVE at once.',
        }),
      }),
      required: ['full_name', 'email', 'phone_number', 'industry'],
    },
    bodyIsRequired: true,
    status: 201,
    results: ['confirmed'],
    answers: SafeUser,
    example: { account_status: 'INACTIVE', profile_image_url: null },
    errors: [
      narrowed(EmptyField, { field: '(full_name|industry|phone_number)' }),
      InvalidEmail,
      FieldTooLong,
      narrowed(InvalidMember, { field: '(role|language|confirmed)' }),
      ApiKeyNotAllowed,
      ...TAKEN,
      Overloaded,
    ],
  },
  async ({ request, body: readBody, services, admin }) => {
    const body = await readBody();
    const role = body.has('role') ? readEnumMember(body, 'role', ROLES) : 'USER';
    // Whoever stole a key could otherwise invite themselves as administrator.
    if (role === 'ADMIN' && !admin.may('adminSetUserRole')) throw new ApiError(ApiKeyNotAllowed);
    const language = body.has('language')
      ? readEnumMember(body, 'language', services.system.languages)
      : (request.language ?? services.defaultLanguage);
    const isConfirmed = readFlagMember(body, 'confirmed', false);
    const invited = { ...readProfile(body), role, language };
    await refuseTaken(services.db, invited);
    try {
      if (!isConfirmed) return done(safeUser(await invite(services, invited, request, admin.recentLogin, admin.actor)));
      const user = await makeAccount(services, invited, request, admin.recentLogin, admin.actor);
      return { ...success('Account created', safeUser(user)), result: 'confirmed' };
    } catch (error) {
      throw error instanceof UniqueViolation ? await conflict(services.db, invited) : error;
    }
  },
);

function readProfile(body: Body) {
  const fullName = body.text('full_name');
  const email = canonicalEmail(body.uncheckedText('email'));
  const phoneNumber = body.text('phone_number').normalize('NFC');
  const industry = body.text('industry');
  for (const [field, value] of [
    ['full_name', fullName],
    ['phone_number', phoneNumber],
    ['industry', industry],
  ] as const) {
    if (isBlank(value)) throw new ApiError(EmptyField, { field });
    refuseTooLong(field, value);
  }
  if (email === undefined) throw new ApiError(InvalidEmail);
  return { fullName, email, phoneNumber, industry };
}
