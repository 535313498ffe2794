import { AdministratorProtected, UserNotFound } from '../api/errors.ts';
import { ApiError } from '../http/api-error.ts';
import type { Reads } from '../store/engine/database.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import type { AdminRequest } from './admin-operation.ts';
import { userDetails } from './user-details.ts';

/** The account in the path, for reading. */
export const targetUser = ({ request, services }: Pick<AdminRequest, 'request' | 'services'>): Promise<User> =>
  userWithId(services.db, request.params.id ?? '');

/** The account in the path, for a change. */
export const userToChange = (context: Pick<AdminRequest, 'request' | 'services' | 'admin'>): Promise<User> =>
  userToChangeWithId(context, context.request.params.id ?? '');

/**
 * API keys cannot change administrators: a thief must not remove the people who could revoke the key. The account may
 * become an administrator after it was read, so each write of the request checks again.
 */
export async function userToChangeWithId(
  { services, admin }: Pick<AdminRequest, 'services' | 'admin'>,
  id: string,
): Promise<User> {
  const user = await userWithId(services.db, id);
  const excludesAdmins = admin.user === undefined;
  if (excludesAdmins && user.role === 'ADMIN') throw new ApiError(AdministratorProtected);
  services.db.requireSender({ target: { id: user.id, excludesAdmins } });
  return user;
}

async function userWithId(db: Reads, id: string): Promise<User> {
  const user = /^[1-9]\d{0,14}$/.test(id) ? await users.byId(db, Number(id)) : undefined;
  if (!user) throw new ApiError(UserNotFound);
  return user;
}

export async function detailsOf({ services }: Pick<AdminRequest, 'services'>, user: User) {
  const { db, providerLogins } = services;
  const [details, identities] = await Promise.all([
    userDetails(services, user),
    providerLogins?.listOf(db, user) ?? [],
  ]);
  return { ...details, identities };
}
