import { ApiError } from '../../../http/api-error.ts';
import type { Database } from '../../../store/database.ts';
import type { User } from '../../../store/user.ts';
import * as users from '../../../store/users.ts';
import { AdministratorProtected, UserNotFound } from '../../errors.ts';
import type { Administrator, AdminRequest } from '../admin-operation.ts';

/** The account that the path names. */
export const targetUser = ({ request, services }: Pick<AdminRequest, 'request' | 'services'>): Promise<User> =>
  userWithId(services.db, request.params.id ?? '');

/** The account that the path names, to be changed. */
export async function userToChange(context: Pick<AdminRequest, 'request' | 'services' | 'admin'>): Promise<User> {
  const user = await targetUser(context);
  protectAdministrators(context.admin, user);
  return user;
}

export async function userWithId(db: Database, id: string): Promise<User> {
  const user = /^[1-9]\d{0,14}$/.test(id) ? await users.byId(db, Number(id)) : undefined;
  if (!user) throw new ApiError(UserNotFound);
  return user;
}

/** A stolen API key must not get rid of those who could revoke it. */
export function protectAdministrators({ user: administrator }: Administrator, user: User): void {
  if (!administrator && user.role === 'ADMIN') throw new ApiError(AdministratorProtected);
}
