import type { AdminRule } from '../../../accounts/last-admin.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Actor } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import type { User } from '../../../store/user.ts';
import { UserNotFound } from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

type Change = (db: Database, actor: Actor, rule: Pick<AdminRule, 'sparesAdmins'>) => Promise<User | undefined>;

/** Changes the picture of an account, unless it became an administrator meanwhile and an API key wants to. */
export async function changedPicture(
  context: Pick<AdminRequest, 'request' | 'services' | 'admin'>,
  change: Change,
): Promise<User> {
  const { services, admin } = context;
  const changed = await change(services.db, admin.actor, { sparesAdmins: admin.user === undefined });
  if (changed) return changed;
  await userToChange(context);
  throw new ApiError(UserNotFound);
}
