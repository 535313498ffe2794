import {
  AdministratorProtected,
  AlreadyVerified,
  EmptyField,
  InvalidMember,
  InvitationNotFound,
  LastAdministrator,
  LastAdministratorKept,
  NoSecondFactor,
  StatusUnchanged,
  TooManyEmails,
  UserNotFound,
  WrongStatus,
} from '../api/errors.ts';
import { integer, list, named, object, oneOf, type Schema } from '../api/json-schema.ts';
import { narrowed } from '../api/operation.ts';
import { EmptyObject, EndedSessions, SafeUser } from '../api/schemas.ts';
import type { RequestServices } from '../api/services.ts';
import { deleteByOperator } from '../core/lifecycle/delete-account.ts';
import { reinstate, suspend } from '../core/lifecycle/suspend.ts';
import { cancelInvitation as cancel } from '../core/registration/remove-unverified.ts';
import { endSessionsExcept } from '../core/sign-in/end-sessions.ts';
import { safeUser } from '../core/user-representations.ts';
import type { ErrorDeclaration } from '../declare/error.ts';
import { ApiError } from '../http/api-error.ts';
import { done } from '../http/envelope.ts';
import { NotAList } from '../http/errors.ts';
import type { User } from '../store/tables/user.ts';
import { type AdminDeclaration, type AdminRequest, adminOperation } from './admin-operation.ts';
import { resendVerification, sendReset } from './mail-by-admin.ts';
import { outcomeSchema, outcomesOf } from './outcomes.ts';
import type { AdminOperationId } from './permissions.ts';
import { resetSecondFactors } from './reset-second-factors.ts';
import { userToChange, userToChangeWithId } from './target-user.ts';

type Context = Pick<AdminRequest<true>, 'services' | 'admin'>;

/** Only the operator at the command line may remove the last administrator. */
export const KEEPS_LAST_ADMIN = { allowLastAdmin: false };

interface Change<Result> {
  /** The errors of the action. */
  readonly errors: readonly ErrorDeclaration[];
  run(context: Context, user: User): Promise<Result>;
}

const suspendAccount: Change<User> = {
  errors: [AdministratorProtected, LastAdministratorKept, StatusUnchanged],
  async run({ services, admin }, { id, accountStatus: status }) {
    if (status === 'SUSPENDED') throw new ApiError(StatusUnchanged, { status });
    return suspend(services.db, id, admin.actor, KEEPS_LAST_ADMIN);
  },
};

const reinstateAccount: Change<User> = {
  errors: [AdministratorProtected, StatusUnchanged],
  async run({ services, admin }, { id, accountStatus: status }) {
    if (status !== 'SUSPENDED') throw new ApiError(StatusUnchanged, { status });
    return reinstate(services.db, id, admin.actor);
  },
};

const endAccountSessions: Change<number> = {
  errors: [AdministratorProtected],
  run: ({ services, admin }, user) => endSessionsExcept(services.db, user.id, undefined, admin.actor),
};

const deleteAccount: Change<unknown> = {
  errors: [AdministratorProtected, LastAdministrator],
  run: ({ services, admin }, user) => deleteByOperator(services.db, user, admin.actor),
};

const resendLink: Change<unknown> = {
  errors: [AdministratorProtected, AlreadyVerified, WrongStatus, TooManyEmails],
  async run({ services, admin }, user) {
    const { accountStatus: status } = user;
    if (status === 'ACTIVE') throw new ApiError(AlreadyVerified);
    if (status === 'SUSPENDED') throw new ApiError(WrongStatus, { status });
    await resendVerification(services, user, admin.actor);
  },
};

const cancelInvitation: Change<unknown> = {
  errors: [AdministratorProtected, InvitationNotFound],
  run: ({ services, admin }, user) => cancel(services.db, user, admin.actor),
};

const sendResetLink: Change<unknown> = {
  errors: [AdministratorProtected, WrongStatus, TooManyEmails],
  async run({ services, admin }, user) {
    const { accountStatus: status } = user;
    if (status === 'SUSPENDED') throw new ApiError(WrongStatus, { status });
    await sendReset(services, user, admin.actor);
  },
};

const removeSecondFactors: Change<User> = {
  errors: [NoSecondFactor],
  run: ({ services, admin }, user) => resetSecondFactors(services.db, user, admin.recentLogin, admin.actor),
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

/** An operation on the account in the path. */
const actionOnUser = <const Id extends AdminOperationId, Answers extends Schema, Result>({
  action,
  data,
  ...declaration
}: Omit<AdminDeclaration<Id, Answers>, 'tag' | 'errors'> & {
  readonly action: Change<Result>;
  readonly data: (result: Result, services: RequestServices) => object;
}) =>
  adminOperation<Id, Answers>(
    { ...declaration, tag: 'Administration: users', errors: action.errors } as AdminDeclaration<Id, Answers>,
    async (context) => done(data(await action.run(context, await userToChange(context)), context.services)),
  );

const asSafeUser = (user: User, { fields }: RequestServices) => safeUser(user, fields);
const nothing = () => ({});

export const adminSuspendUser = actionOnUser({
  id: 'adminSuspendUser',
  summary: 'Suspend an account',
  description: 'Ends its sessions. The owner cannot log in until the account is reinstated.',
  message: 'Account suspended',
  action: suspendAccount,
  answers: SafeUser,
  data: asSafeUser,
  example: { account_status: 'SUSPENDED' },
});

export const adminReinstateUser = actionOnUser({
  id: 'adminReinstateUser',
  summary: 'Reinstate an account',
  description: 'Lets the owner of a suspended account log in again.',
  message: 'Account reinstated',
  action: reinstateAccount,
  answers: SafeUser,
  data: asSafeUser,
});

export const adminEndUserSessions = actionOnUser({
  id: 'adminEndUserSessions',
  summary: "End all of a user's sessions",
  description: 'Also cancels a pending change of address.',
  message: 'Sessions ended',
  action: endAccountSessions,
  answers: EndedSessions,
  data: (ended) => ({ ended }),
});

export const adminDeleteUser = actionOnUser({
  id: 'adminDeleteUser',
  summary: 'Delete an account',
  description: 'Immediately, with everything in it. The owner is notified by e-mail.',
  message: 'Account deleted',
  action: deleteAccount,
  answers: EmptyObject,
  data: nothing,
});

export const adminSendReset = actionOnUser({
  id: 'adminSendReset',
  summary: 'Send a password reset link',
  description: 'Sends it to the owner of the account.',
  message: 'A reset link is on its way',
  action: sendResetLink,
  answers: EmptyObject,
  data: nothing,
});

export const adminResendVerification = actionOnUser({
  id: 'adminResendVerification',
  summary: "Resend an account's verification e-mail",
  description: 'Or its invitation, if that is still open.',
  message: 'A verification link is on its way',
  action: resendLink,
  answers: EmptyObject,
  data: nothing,
});

export const adminCancelInvitation = actionOnUser({
  id: 'adminCancelInvitation',
  summary: 'Cancel an invitation',
  description: 'Removes the unused account: the link stops working, and the address becomes available again.',
  message: 'Invitation cancelled',
  action: cancelInvitation,
  answers: EmptyObject,
  data: nothing,
});

export const adminResetSecondFactor = actionOnUser({
  id: 'adminResetSecondFactor',
  summary: "Remove a user's second factors",
  description:
    "Passkeys included. Ends the user's sessions and notifies the owner by e-mail, unless there was only an " +
    'unconfirmed app.',
  message: 'Second factors removed',
  action: removeSecondFactors,
  answers: SafeUser,
  data: asSafeUser,
});

const MAX_IDS = 100;
const actions = Object.keys(BULK_ACTIONS);
const refusals = [UserNotFound, ...Object.values(BULK_ACTIONS).flatMap(({ errors }) => errors)];

export const adminChangeUsers = adminOperation(
  {
    id: 'adminChangeUsers',
    summary: 'Change several accounts',
    description: `Up to ${MAX_IDS}, each with its outcome.`,
    tag: 'Administration: users',
    message: 'Done',
    body: object({ action: oneOf(actions), ids: list(integer(), { minItems: 1, maxItems: MAX_IDS }) }),
    bodyIsRequired: true,
    answers: named(
      'AccountOutcomes',
      object({
        outcomes: list(object({ id: integer(), outcome: outcomeSchema(refusals) })),
      }),
    ),
    errors: [InvalidMember, NotAList, narrowed(EmptyField, { field: 'ids' })],
  },
  async (context) => {
    const body = await context.body();
    const action = body.text('action');
    const change = Object.hasOwn(BULK_ACTIONS, action) ? BULK_ACTIONS[action] : undefined;
    if (!change) throw new ApiError(InvalidMember, { field: 'action', rule: `one of ${actions.join(', ')}` });
    const ids = [...new Set(body.texts('ids'))];
    if (ids.length === 0) throw new ApiError(EmptyField, { field: 'ids' });
    if (ids.length > MAX_IDS || !ids.every((id) => /^\d{1,15}$/.test(id))) {
      throw new ApiError(InvalidMember, { field: 'ids', rule: `at most ${MAX_IDS} ids` });
    }
    const isOwn = (id: string) => Number(id) === context.admin.user?.id;
    const run = async (id: string) => change.run(context, await userToChangeWithId(context, id));
    const outcomes = await outcomesOf(ids, isOwn, run);
    return done({ outcomes: outcomes.map(({ item, outcome }) => ({ id: Number(item), outcome })) });
  },
);
