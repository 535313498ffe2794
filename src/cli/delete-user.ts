import { deleteByOperator } from '../accounts/lifecycle/delete-account.ts';
import { isRefusal } from '../accounts/refusal.ts';
import type { SharedStore } from '../store/commit.ts';
import { accountIn } from './account-argument.ts';
import { CommandError } from './command-error.ts';
import type { OptionValues } from './command-options.ts';
import { OPERATOR } from './operator.ts';
import type { Print } from './print.ts';

/** Deletes one account at once, whatever its status and DELETION_GRACE. Only with --yes: there is no way back. */
export async function deleteUserCommand(
  db: SharedStore,
  args: readonly string[],
  print: Print,
  { yes }: OptionValues = {},
): Promise<void> {
  const user = await accountIn(db, 'users delete', args);
  if (!yes) {
    throw new CommandError(
      `users delete: this would delete ${user.email} (${user.fullName}) for good. To do it: latchkey users delete ` +
        `${user.email} --yes`,
    );
  }
  await deleteUnlessLast(db, user);
  await db.eraseDeleted();
  print(`account ${user.id} is deleted; ${user.email} is told by e-mail`, { id: user.id, email: user.email });
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
