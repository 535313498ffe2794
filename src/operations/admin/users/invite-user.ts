import { readNewAccount } from '../../../accounts/registration/field-rules.ts';
import { invite } from '../../../accounts/registration/invite.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done, success } from '../../../http/envelope.ts';
import { ROLES } from '../../../store/tables/user.ts';
import { ApiKeyNotAllowed, InvalidMember, RegistrationClosed } from '../../errors.ts';
import { boolean, oneOf, partialObject, text } from '../../json-schema.ts';
import { memberOf, NEW_ACCOUNT_ERRORS, newAccountMembers } from '../../new-account.ts';
import { narrowed } from '../../operation.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { readEnumMember, readFlagMember } from '../read-body.ts';

export const adminInviteUser = adminOperation(
  {
    id: 'adminInviteUser',
    summary: 'Invite a user, or create an account',
    description:
      'Creates an account and sends its owner a link to choose a password. The account is INACTIVE until then, or ' +
      'with `confirmed` ACTIVE at once.',
    tag: 'Administration: users',
    message: 'Invitation sent',
    body: {
      ...partialObject({
        ...newAccountMembers,
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
      RegistrationClosed,
      ...NEW_ACCOUNT_ERRORS,
      narrowed(InvalidMember, { field: '(role|language|confirmed)' }),
      ApiKeyNotAllowed,
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
    const invited = { ...readNewAccount(memberOf(body), services.fields), role, language };
    const way = isConfirmed ? 'confirmed' : 'invitation';
    const user = safeUser(await invite(services, way, invited, request, admin.recentLogin, admin.actor));
    return isConfirmed ? { ...success('Account created', user), result: 'confirmed' } : done(user);
  },
);
