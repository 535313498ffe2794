import { deleteByOperator } from '../../../accounts/delete-account.ts';
import { endSessionsOf } from '../../../accounts/end-sessions.ts';
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
import { userToChangeWithId } from './target-user.ts';

type Context = Pick<AdminRequest<true>, 'services' | 'admin'>;

/** Nobody but the operator at the command line may leave no administrator. */
export const KEEPS_LAST_ADMIN = { mayBeLast: false };

interface Change<Result> {
  /** What it may refuse with. */
  readonly errors: readonly ErrorDeclaration[];
  run(context: Context, user: User): Promise<Result>;
}

export const suspendAccount: Change<User> = {
  errors: [AdministratorProtected, LastAdministratorKept, StatusUnchanged],
  async run({ services, admin }, user) {
    const suspended = await suspend(services.db, user.id, admin.actor, KEEPS_LAST_ADMIN);
    if (suspended) return suspended;
    throw new ApiError(StatusUnchanged, { status: 'SUSPENDED' });
  },
};

export const reinstateAccount: Change<User> = {
  errors: [AdministratorProtected, StatusUnchanged],
  async run(context, user) {
    const { services, admin } = context;
    const reinstated = await reinstate(services.db, user.id, admin.actor);
    if (reinstated) return reinstated;
    throw new ApiError(StatusUnchanged, { status: (await userToChangeWithId(context, String(user.id))).accountStatus });
  },
};

export const endAccountSessions: Change<number> = {
  errors: [AdministratorProtected],
  run: ({ services, admin }, user) => endSessionsOf(services.db, user.id, admin.actor),
};

export const deleteAccount: Change<void> = {
  errors: [AdministratorProtected, LastAdministrator],
  async run({ services, admin }, user) {
    if (await deleteByOperator(services.db, user, admin.actor)) return services.wakeMail();
    // A concurrent request replaced its password: whoever asked looks at it again.
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
