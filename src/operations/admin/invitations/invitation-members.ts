import { ApiError } from '../../../http/api-error.ts';
import type { Body } from '../../../http/json-body.ts';
import { ROLES, type Role } from '../../../store/tables/user.ts';
import { ApiKeyNotAllowed } from '../../errors.ts';
import { oneOf, type Schema, text } from '../../json-schema.ts';
import type { AdminRequest } from '../admin-operation.ts';
import { readEnumMember } from '../read-body.ts';

/** The members of a new account that an administrator sets besides its profile. */
export const invitationMembers: { readonly role: Schema<Role>; readonly language: Schema<string> } = {
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
