import { resetSecondFactors } from '../accounts/authenticator-app.ts';
import { exportAccount, exportTexts } from '../accounts/export-account.ts';
import { operatorLogin } from '../accounts/recent-login.ts';
import { setRole } from '../accounts/set-role.ts';
import { reinstate, suspend } from '../accounts/suspend.ts';
import { safeUser } from '../accounts/user-representations.ts';
import { recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { accountIn } from './account-argument.ts';
import { CommandError } from './command-error.ts';
import { OPERATOR } from './operator.ts';
import { IS_JSON, type Print, printRecord, taken } from './print.ts';
import { createTable } from './table.ts';

const PAGE_SIZE = 500;

/** Whoever has the command line can make another administrator. */
const OPERATOR_RULE = { mayBeLast: true };

const CHANGES: Record<string, (db: Database, user: User) => Promise<User | undefined>> = {
  suspend: (db, { id }) => suspend(db, id, OPERATOR, OPERATOR_RULE),
  reinstate: (db, { id }) => reinstate(db, id, OPERATOR),
  promote: (db, { id }) => setRole(db, id, 'ADMIN', OPERATOR, OPERATOR_RULE),
  demote: (db, { id }) => setRole(db, id, 'USER', OPERATOR, OPERATOR_RULE),
  'reset-second-factor': (db, user) => resetSecondFactors(db, user, operatorLogin(), OPERATOR),
};

export async function usersCommand(db: Database, args: readonly string[], print: Print): Promise<void> {
  const [action = '', ...own] = args;
  if (action === 'list') return list(db, print);
  const user = await accountIn(db, `users ${action}`, own);
  if (action === 'export') {
    const record = recordBy(OPERATOR, 'exported', user.id);
    const exported = await exportAccount(db, user.id, operatorLogin(), record);
    if (!exported) throw new CommandError(`users export: ${user.email} is gone`);
    for await (const lines of exportTexts(exported, 2)) {
      print(lines, IS_JSON);
      await taken(print);
    }
    return;
  }
  const change = CHANGES[action];
  const shown = change ? await change(db, user) : user;
  if (!shown) throw new CommandError(`users ${action}: ${user.email} ${whyUnchanged(action, user)}`);
  printRecord(print, withDeletion(shown));
}

const whyUnchanged = (action: string, { accountStatus }: User): string =>
  action === 'reset-second-factor' ? 'has no second factor' : `is ${accountStatus}`;

/** Accounts that wait for their deletion have a member more. */
const withDeletion = (user: User) => ({
  ...safeUser(user),
  ...(user.deletionDueAtMs !== null && { deletion_due_at: new Date(user.deletionDueAtMs).toISOString() }),
});

async function list(db: Database, print: Print): Promise<void> {
  const table = createTable(print, ['id', 'e-mail', 'status', 'role', 'name']);
  for (let after = 0; ; ) {
    const page = await users.page(db, after, PAGE_SIZE);
    for (const user of page) {
      const { id, email, accountStatus, role, fullName } = user;
      table.row([id, email, accountStatus, role, fullName], safeUser(user));
      after = id;
    }
    if (page.length < PAGE_SIZE) return table.end();
    await taken(print);
  }
}
