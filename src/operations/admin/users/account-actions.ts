import { resendVerification } from '../../../accounts/administration/mail-by-admin.ts';
import { deleteByOperator } from '../../../accounts/lifecycle/delete-account.ts';
import { reinstate, suspend } from '../../../accounts/lifecycle/suspend.ts';
import { cancelInvitation as cancel } from '../../../accounts/registration/invite.ts';
import { endSessionsExcept } from '../../../accounts/sign-in/end-sessions.ts';
import { ApiError, type ErrorDeclaration } from '../../../http/api-error.ts';
import type { User } from '../../../store/tables/user.ts';
import {
  AdministratorProtected,
  AlreadyVerified,
  InvitationNotFound,
  LastAdministrator,
  LastAdministratorKept,
  StatusUnchanged,
  TooManyEmails,
  WrongStatus,
} from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';

type Context = Pick<AdminRequest<true>, 'services' | 'admin'>;

/** Only the operator at the command line may remove the last administrator. */
export const KEEPS_LAST_ADMIN = { allowLastAdmin: false };

interface Change<Result> {
  /** The errors of the action. */
  readonly errors: readonly ErrorDeclaration[];
  run(context: Context, user: User): Promise<Result>;
}

export const suspendAccount: Change<User> = {
  errors: [AdministratorProtected, LastAdministratorKept, StatusUnchanged],
  async run({ services, admin }, { id, accountStatus: status }) {
    if (status === 'SUSPENDED') throw new ApiError(StatusUnchanged, { status });
    return suspend(services.db, id, admin.actor, KEEPS_LAST_ADMIN);
  },
};

export const reinstateAccount: Change<User> = {
  errors: [AdministratorProtected, StatusUnchanged],
  async run({ services, admin }, { id, accountStatus: status }) {
    if (status !== 'SUSPENDED') throw new ApiError(StatusUnchanged, { status });
    return reinstate(services.db, id, admin.actor);
  },
};

export const endAccountSessions: Change<number> = {
  errors: [AdministratorProtected],
  run: ({ services, admin }, user) => endSessionsExcept(services.db, user.id, undefined, admin.actor),
};

export const deleteAccount: Change<unknown> = {
  errors: [AdministratorProtected, LastAdministrator],
  run: ({ services, admin }, user) => deleteByOperator(services.db, user, admin.actor),
};

export const resendLink: Change<unknown> = {
  errors: [AdministratorProtected, AlreadyVerified, WrongStatus, TooManyEmails],
  async run({ services, admin }, user) {
    const { accountStatus: status } = user;
    if (status === 'ACTIVE') throw new ApiError(AlreadyVerified);
    if (status === 'SUSPENDED') throw new ApiError(WrongStatus, { status });
    await resendVerification(services, user, admin.actor);
  },
};

export const cancelInvitation: Change<unknown> = {
  errors: [AdministratorProtected, InvitationNotFound],
  run: ({ services, admin }, user) => cancel(services.db, user, admin.actor),
};

/** Actions on many accounts at once. */
export const BULK_ACTIONS: Readonly<Record<string, Change<unknown>>> = {
  suspend: suspendAccount,
  reinstate: reinstateAccount,
  'end-sessions': endAccountSessions,
  delete: deleteAccount,
  'resend-verification': resendLink,
  'cancel-invitation': cancelInvitation,
};
