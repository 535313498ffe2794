import type { AdminRequest } from '../../administration/admin-operation.ts';
import { readEnumMember } from '../../administration/read-body.ts';
import { ApiKeyNotAllowed } from '../../api/errors.ts';
import { oneOf, type Schema, text } from '../../api/json-schema.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Body } from '../../http/json-body.ts';
import { ROLES, type Role as RoleName } from '../../store/tables/user.ts';

/** The members of a new account that an administrator sets besides its profile. */
export const invitationMembers: { readonly role: Schema<RoleName>; readonly language: Schema<string> } = {
  role: {
    ...oneOf(ROLES),
    default: 'USER',
    description: 'Only logged-in administrators can set `ADMIN`.',
  },
  language: text('The language of the e-mail and of the account: by default that of the request.'),
};

export function readInvitation(
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
