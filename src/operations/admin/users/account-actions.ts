import { deleteByOperator } from '../../../accounts/delete-account.ts';
import { endSessionsOf } from '../../../accounts/end-sessions.ts';
import type { AdminRule } from '../../../accounts/last-admin.ts';
import { reinstate, suspend } from '../../../accounts/suspend.ts';
import { ApiError, type ErrorDeclaration } from '../../../http/api-error.ts';
import type { User } from '../../../store/user.ts';
import * as users from '../../../store/users.ts';
import {
  AdministratorProtected,
  LastAdministrator,
  LastAdministratorKept,
  StatusUnchanged,
  UserNotFound,
} from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';
import { protectAdministrators } from './target-user.ts';

type Context = Pick<AdminRequest<true>, 'services' | 'admin'>;

/** Nobody but the operator at the command line may leave no administrator. */
export const KEEPS_LAST_ADMIN = { mayBeLast: false };

/** The account may become an administrator after it was read: the change itself spares it then. */
const ruleOf = ({ admin: { user } }: Context): AdminRule => ({ ...KEEPS_LAST_ADMIN, sparesAdmins: user === undefined });

/** For a change that was not made: refuses an API key when the account is an administrator by now. */
async function refuseIfProtected({ services, admin }: Context, { id }: User): Promise<void> {
  const current = await users.byId(services.db, id);
  if (current) protectAdministrators(admin, current);
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
    await refuseIfProtected(context, user);
    throw new ApiError(StatusUnchanged, { status: 'SUSPENDED' });
  },
};

export const reinstateAccount: Change<User> = {
  errors: [AdministratorProtected, StatusUnchanged],
  async run({ services, admin }, user) {
    const reinstated = await reinstate(services.db, user.id, admin.actor);
    if (!reinstated) throw new ApiError(StatusUnchanged, { status: user.accountStatus });
    return reinstated;
  },
};

export const endAccountSessions: Change<number> = {
  errors: [AdministratorProtected],
  run: ({ services, admin }, user) => endSessionsOf(services.db, user.id, admin.actor),
};

export const deleteAccount: Change<void> = {
  errors: [AdministratorProtected, LastAdministrator],
  async run(context, user) {
    const { services, admin } = context;
    const deleted = await deleteByOperator(services.db, user, admin.actor, ruleOf(context));
    if (deleted) return services.wakeMail();
    await refuseIfProtected(context, user);
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
