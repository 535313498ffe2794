import { ApiError } from '../../../http/api-error.ts';
import type { User } from '../../../store/user.ts';
import * as users from '../../../store/users.ts';
import { AdministratorProtected, UserNotFound } from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';

/** The account that the path names. */
export async function targetUser({ request, services }: Pick<AdminRequest, 'request' | 'services'>): Promise<User> {
  const { id = '' } = request.params;
  const user = /^[1-9]\d{0,14}$/.test(id) ? await users.byId(services.db, Number(id)) : undefined;
  if (!user) throw new ApiError(UserNotFound);
  return user;
}

/** The account that the path names, to be changed. A stolen API key must not get rid of those who could revoke it. */
export async function userToChange(context: Pick<AdminRequest, 'request' | 'services' | 'admin'>): Promise<User> {
  const user = await targetUser(context);
  if (!context.admin.user && user.role === 'ADMIN') throw new ApiError(AdministratorProtected);
  return user;
}
