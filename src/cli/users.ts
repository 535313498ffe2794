import { resetSecondFactors } from '../administration/reset-second-factors.ts';
import { setRole } from '../administration/set-role.ts';
import { type AccountFields, createFields, withoutOff } from '../config/field-presence.ts';
import { deleteByOperator } from '../core/lifecycle/delete-account.ts';
import { reinstate, suspend } from '../core/lifecycle/suspend.ts';
import { exportAccount, exportTexts } from '../core/profile/export-account.ts';
import { isRefusal } from '../core/refusal.ts';
import { operatorLogin } from '../core/sign-in/recent-login.ts';
import { unlock } from '../core/sign-in/unlock.ts';
import { safeUser } from '../core/user-representations.ts';
import { clientNetwork } from '../http/client-address.ts';
import type { SharedStore, Store } from '../store/commit.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import { accountIn, accountsIn } from './framework/account-argument.ts';
import { CommandError } from './framework/command-error.ts';
import type { OptionValues } from './framework/command-options.ts';
import { OPERATOR } from './framework/operator.ts';
import { counted, IS_JSON, type Print, printRecord, rowsInPages, taken } from './framework/print.ts';
import { createTable } from './framework/table.ts';

/** The command line can always promote another administrator. */
const OPERATOR_RULE = { allowLastAdmin: true };

const CHANGES: Record<string, (db: Store, user: User) => Promise<User>> = {
  suspend: (db, { id }) => suspend(db, id, OPERATOR, OPERATOR_RULE),
  reinstate: (db, { id }) => reinstate(db, id, OPERATOR),
  promote: (db, { id }) => setRole(db, id, 'ADMIN', OPERATOR, OPERATOR_RULE),
  demote: (db, { id }) => setRole(db, id, 'USER', OPERATOR, OPERATOR_RULE),
  'reset-second-factor': (db, user) => resetSecondFactors(db, user, operatorLogin(), OPERATOR),
};

export async function usersCommand(
  db: Store,
  args: readonly string[],
  print: Print,
  _options: OptionValues = {},
  { fields }: { readonly fields: AccountFields } = { fields: createFields() },
): Promise<void> {
  const [action = '', ...rest] = args;
  if (action === 'list') return list(db, print, fields);
  const user = await accountIn(db, `users ${action}`, rest);
  if (action === 'export') {
    const exported = await exportAccount(db, user.id, operatorLogin(), OPERATOR);
    if (!exported) throw new CommandError(`users export: ${user.email} is gone`);
    for await (const lines of exportTexts(exported, 2)) {
      print(lines, IS_JSON);
      await taken(print);
    }
    return;
  }
  printRecord(print, withDeletion(await changed(db, action, user), fields));
}

async function changed(db: Store, action: string, user: User): Promise<User> {
  const change = CHANGES[action];
  if (!change) return user;
  const { email, accountStatus } = user;
  const isDone = (action === 'suspend') === (accountStatus === 'SUSPENDED');
  if ((action === 'suspend' || action === 'reinstate') && isDone)
    throw new CommandError(`users ${action}: ${email} is ${accountStatus}`);
  try {
    return await change(db, user);
  } catch (error) {
    if (!isRefusal(error, 'no_second_factor')) throw error;
    throw new CommandError(`users ${action}: ${email} has no second factor`);
  }
}

/** Adds a member to accounts that are scheduled for deletion. */
const withDeletion = (user: User, fields: AccountFields) => ({
  ...withoutOff(safeUser(user, fields), fields),
  ...(user.deletionDueAtMs !== null && { deletion_due_at: new Date(user.deletionDueAtMs).toISOString() }),
});

async function list(db: Store, print: Print, fields: AccountFields): Promise<void> {
  const table = createTable(print, ['id', 'e-mail', 'status', 'role', 'name']);
  for await (const user of rowsInPages(print, (after, limit) => users.page(db, after, limit))) {
    const { id, email, accountStatus, role, fullName } = user;
    table.row([id, email, accountStatus, role, fullName], { ...withoutOff(safeUser(user, fields), fields) });
  }
  table.end();
}

export async function unlockUserCommand(db: Store, args: readonly string[], print: Print): Promise<void> {
  const { id, email, accountStatus } = await accountIn(db, 'users unlock', args);
  const networks = await unlock(db, { id, email }, clientNetwork, OPERATOR);
  const forgotten = `wrong passwords from ${counted(networks, 'network')}, wrong codes and the limit of e-mails`;
  print(`${email}: ${forgotten} are forgotten`, { id, email, networks, account_status: accountStatus });
  if (accountStatus !== 'ACTIVE') print(`the account is ${accountStatus}, which unlocking does not change`);
}

/** Deletes accounts immediately, without DELETION_GRACE. Requires --yes, because this cannot be undone. */
export async function deleteUserCommand(
  db: SharedStore,
  args: readonly string[],
  print: Print,
  { yes }: OptionValues = {},
): Promise<void> {
  const accounts = await accountsIn(db, 'users delete', args);
  if (!yes) {
    const named = accounts.map(({ email, fullName }) => `${email} (${fullName})`).join(', ');
    const addresses = accounts.map(({ email }) => email).join(' ');
    throw new CommandError(
      `users delete: this would delete ${named} for good. To do it: latchkey users delete ${addresses} --yes`,
    );
  }
  for (const user of accounts) {
    await deleteUnlessLast(db, user);
    print(`account ${user.id} is deleted; ${user.email} is notified by e-mail`, { id: user.id, email: user.email });
  }
  await db.eraseDeleted();
}

async function deleteUnlessLast(db: SharedStore, user: Parameters<typeof deleteByOperator>[1]): Promise<void> {
  try {
    await deleteByOperator(db, user, OPERATOR);
  } catch (error) {
    if (!isRefusal(error, 'last_administrator')) throw error;
    throw new CommandError(
      `users delete: ${user.email} is the last ADMIN. Promote another account first, or demote this one`,
    );
  }
}
