import { unlock } from '../accounts/sign-in/unlock.ts';
import { clientNetwork } from '../http/client-address.ts';
import type { Store } from '../store/commit.ts';
import { accountIn } from './account-argument.ts';
import { counted } from './counted.ts';
import { OPERATOR } from './operator.ts';
import type { Print } from './print.ts';

export async function unlockUserCommand(db: Store, args: readonly string[], print: Print): Promise<void> {
  const { id, email, accountStatus } = await accountIn(db, 'users unlock', args);
  const networks = await unlock(db, { id, email }, clientNetwork, OPERATOR);
  const forgotten = `wrong passwords from ${counted(networks, 'network')}, wrong codes and the limit of e-mails`;
  print(`${email}: ${forgotten} are forgotten`, { id, email, networks, account_status: accountStatus });
  if (accountStatus !== 'ACTIVE') print(`the account is ${accountStatus}, which unlocking does not change`);
}
