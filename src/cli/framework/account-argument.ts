import { canonicalEmail } from '../../core/email-address.ts';
import type { Reads } from '../../store/engine/database.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { CommandError, onlyArgument, UsageError } from './command-error.ts';

/** The account that is the only argument of a command. */
export const accountIn = (db: Reads, command: string, args: readonly string[]): Promise<User> =>
  accountOf(db, command, onlyArgument(args, `${command}: which account? Example: latchkey ${command} ada@example.com`));

/** The accounts that are the arguments of a command. */
export async function accountsIn(db: Reads, command: string, args: readonly string[]): Promise<User[]> {
  if (args.length === 0)
    throw new UsageError(`${command}: which account? Example: latchkey ${command} ada@example.com`);
  const accounts = new Map<number, User>();
  for (const address of args) {
    const user = await accountOf(db, command, address);
    accounts.set(user.id, user);
  }
  return [...accounts.values()];
}

/** The account that a command names by e-mail address or, as the audit trail does, by id. */
export async function accountOf(db: Reads, command: string, address: string): Promise<User> {
  const isNumber = /^[1-9]\d{0,14}$/.test(address);
  const user = isNumber
    ? await users.byId(db, Number(address))
    : await users.byEmail(db, canonicalEmail(address.trim()) ?? address);
  if (!user)
    throw new CommandError(`${command}: there is no account with the ${isNumber ? 'number' : 'e-mail'} ${address}`);
  return user;
}
