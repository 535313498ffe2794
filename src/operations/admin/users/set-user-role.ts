import { setRole } from '../../../accounts/administration/set-role.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { ROLES } from '../../../store/tables/user.ts';
import { InvalidMember, LastAdministratorKept, RoleUnchanged, WrongStatus } from '../../errors.ts';
import { object, oneOf } from '../../json-schema.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { readEnumMember } from '../read-body.ts';
import { KEEPS_LAST_ADMIN } from './account-actions.ts';
import { userToChange } from './target-user.ts';

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
    // Nobody has shown that the address of an unverified account is their own.
    if (role === 'ADMIN' && user.accountStatus !== 'ACTIVE') {
      throw new ApiError(WrongStatus, { status: user.accountStatus });
    }
    const { services, admin } = context;
    return done(safeUser(await setRole(services.db, user.id, role, admin.actor, KEEPS_LAST_ADMIN), services.fields));
  },
);
