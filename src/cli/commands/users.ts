import type { Command } from '../framework/command.ts';
import { onDatabase, type WorkOnDatabase } from '../framework/on-database.ts';

const users = () => import('../users.ts');

const act =
  (action: string): WorkOnDatabase =>
  async (db, args, ...rest) =>
    (await users()).usersCommand(db, [action, ...args], ...rest);
const reads = (action: string) => onDatabase(async () => act(action));
const changes = (action: string) => onDatabase(async () => act(action), { changes: true });

const ofUsers = (action: string) => ({
  words: ['users', action],
  parameters: '<email>',
});

export const USER_COMMANDS: readonly Command[] = [
  {
    words: ['users', 'list'],
    parameters: '',
    about: 'list all accounts',
    details: ['Columns with a header, separated by tabs in a pipe; --json prints accounts as the API does.'],
    ...reads('list'),
  },
  { ...ofUsers('show'), about: 'show one account', ...reads('show') },
  {
    ...ofUsers('export'),
    about: 'print everything stored about one account as JSON, without secrets',
    details: ['One object over many lines, also with --json, because it is printed while it is read.'],
    ...reads('export'),
  },
  { ...ofUsers('suspend'), about: 'end the session and refuse the next login', ...changes('suspend') },
  { ...ofUsers('reinstate'), about: 'let a suspended account log in again', ...changes('reinstate') },
  { ...ofUsers('promote'), about: 'make a user an ADMIN', ...changes('promote') },
  {
    ...ofUsers('reset-second-factor'),
    about: "remove all of a user's second factors",
    details: ['Make sure that the owner is asking: afterwards, the password alone logs in. The owner gets an e-mail.'],
    ...changes('reset-second-factor'),
  },
  {
    ...ofUsers('unlock'),
    about: 'reset the limits for wrong passwords, wrong codes and e-mails',
    ...onDatabase(async () => (await users()).unlockUserCommand, { changes: true }),
  },
  { ...ofUsers('demote'), about: 'make an ADMIN a USER', ...changes('demote') },
  {
    words: ['users', 'delete'],
    parameters: '<email> … [--yes]',
    about: 'delete accounts for good; without --yes only shows them',
    options: ['yes'],
    ...onDatabase(async () => (await users()).deleteUserCommand, { changes: true }),
  },
  {
    words: ['admin', 'link'],
    parameters: '[<email>]',
    about: 'print an address that makes its first visitor an ADMIN, within 15 minutes',
    details: [
      'The first visitor logs in and confirms. With an e-mail address, only that account can.',
      'Example: latchkey admin link ada@example.com',
    ],
    changes: true,
    run: async (context) => (await import('../admin-link.ts')).adminLink(context),
  },
];
