import { ADMIN_LINK_MS, makeAdminLink } from '../administration/admin-links.ts';
import type { Config } from '../config/config.ts';
import { consoleUrl } from '../config/console-url.ts';
import { CLAIM_PATH } from '../console/console-paths.ts';
import { operatorLogin } from '../core/sign-in/recent-login.ts';
import { addressOnThisMachine } from '../lib/instance-name.ts';
import type { Store } from '../store/commit.ts';
import { isRunning, all as seenInstances } from '../store/tables/instances.ts';
import type { User } from '../store/tables/user.ts';
import { accountOf } from './framework/account-argument.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError, UsageError } from './framework/command-error.ts';
import { withDatabase } from './framework/open-database.ts';
import { OPERATOR } from './framework/operator.ts';

/** Prints a link that makes one account an administrator: the named one, or the first that opens it. */
export const adminLink = ({ environment, args, print, note }: CommandContext): Promise<void> =>
  withDatabase(environment, async (db, name, config) => {
    const [address, ...surplus] = args;
    if (surplus.length > 0) throw new UsageError('admin link: takes one e-mail address, or none');
    if (!config.features.admin) throw new CommandError('admin link: the console is off: ADMIN=off');
    if (!config.features.pages)
      throw new CommandError('admin link: the pages are off: PAGES=off. Use latchkey users promote');
    const user = address === undefined ? undefined : await accountToPromote(db, address);
    const token = await makeAdminLink(db, user, operatorLogin(), OPERATOR);
    const url = `${await consoleAddress(db, config)}${CLAIM_PATH}#${token}`;
    print(url, { url, email: user?.email ?? null });
    note(
      `works once, within ${ADMIN_LINK_MS / 60_000} minutes, for ` +
        `${user?.email ?? 'the first account that opens it'}; recorded in the database ${name}`,
    );
  });

/** The service may run with another PORT than this command; its latest start recorded the address. */
async function consoleAddress(db: Store, config: Config): Promise<string> {
  if (config.given.includes('PORT') && config.port !== 0) return consoleUrl(config);
  const running = (await seenInstances(db)).filter(isRunning).sort((one, other) => other.startedAtMs - one.startedAtMs);
  const [latest] = running.flatMap(({ instance }) => addressOnThisMachine(instance) ?? []);
  return consoleUrl({ ...config, ...latest });
}

async function accountToPromote(db: Store, address: string): Promise<User> {
  const user = await accountOf(db, 'admin link', address);
  if (user.role === 'ADMIN') throw new CommandError(`admin link: ${address} is already an ADMIN`);
  if (user.accountStatus !== 'ACTIVE') throw new CommandError(`admin link: ${address} is ${user.accountStatus}`);
  return user;
}
