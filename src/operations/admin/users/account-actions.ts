import { deleteByOperator } from '../../../accounts/delete-account.ts';
import { endSessionsOf } from '../../../accounts/end-sessions.ts';
import type { AdminRule } from '../../../accounts/last-admin.ts';
import { reinstate, suspend } from '../../../accounts/suspend.ts';
import { ApiError, type ErrorDeclaration } from '../../../http/api-error.ts';
import type { User } from '../../../store/user.ts';
import {
  AdministratorProtected,
  LastAdministrator,
  LastAdministratorKept,
  StatusUnchanged,
  UserNotFound,
} from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';
import { protectAdministrators, userWithId } from './target-user.ts';

type Context = Pick<AdminRequest<true>, 'services' | 'admin'>;

/** Nobody but the operator at the command line may leave no administrator. */
export const KEEPS_LAST_ADMIN = { mayBeLast: false };

/** The account may become an administrator after it was read: the change itself spares it then. */
const ruleOf = ({ admin: { user } }: Context): AdminRule => ({ ...KEEPS_LAST_ADMIN, sparesAdmins: user === undefined });

/** For a change that was not made: refuses when the account is gone by now, or an administrator, which no key changes. */
async function currentUser({ services, admin }: Context, { id }: User): Promise<User> {
  const current = await userWithId(services.db, String(id));
  protectAdministrators(admin, current);
  return current;
}

interface Change<Result> {
  /** What it may refuse with. */
  readonly errors: readonly ErrorDeclaration[];
  run(context: Context, user: User): Promise<Result>;
}

export const suspendAccount: Change<User> = {
  errors: [AdministratorProtected, LastAdministratorKept, StatusUnchanged],
  async run(context, user) {
    const { services, admin } = context;
    const suspended = await suspend(services.db, user.id, admin.actor, ruleOf(context));
    if (suspended) return suspended;
    await currentUser(context, user);
    throw new ApiError(StatusUnchanged, { status: 'SUSPENDED' });
  },
};

export const reinstateAccount: Change<User> = {
  errors: [AdministratorProtected, StatusUnchanged],
  async run(context, user) {
    const { services, admin } = context;
    const reinstated = await reinstate(services.db, user.id, admin.actor);
    if (reinstated) return reinstated;
    throw new ApiError(StatusUnchanged, { status: (await currentUser(context, user)).accountStatus });
  },
};

export const endAccountSessions: Change<number> = {
  errors: [AdministratorProtected],
  async run(context, user) {
    const { services, admin } = context;
    const ended = await endSessionsOf(services.db, user.id, admin.actor);
    if (ended === 0) await currentUser(context, user);
    return ended;
  },
};

export const deleteAccount: Change<void> = {
  errors: [AdministratorProtected, LastAdministrator],
  async run(context, user) {
    const { services, admin } = context;
    const deleted = await deleteByOperator(services.db, user, admin.actor, ruleOf(context));
    if (deleted) return services.wakeMail();
    await currentUser(context, user);
    // A concurrent request deleted it, or replaced its password: whoever asked looks at it again.
    throw new ApiError(UserNotFound);
  },
};

/** What can be done with many accounts at once. */
export const BULK_ACTIONS: Readonly<Record<string, Change<unknown>>> = {
  suspend: suspendAccount,
  reinstate: reinstateAccount,
  'end-sessions': endAccountSessions,
  delete: deleteAccount,
};
