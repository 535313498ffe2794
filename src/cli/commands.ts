import { auditCommand } from './audit.ts';
import { backupCommand } from './backup.ts';
import type { Command, CommandContext } from './command.ts';
import { keys } from './keys.ts';
import { mailCommand } from './mail.ts';
import { mailTemplates } from './mail-templates.ts';
import { migrateTo } from './migrate-to.ts';
import { withDatabase } from './open-database.ts';
import { sessionsCommand } from './sessions.ts';
import { usersCommand } from './users.ts';

type OnDatabase = typeof usersCommand;

/** A command of a group that reads its own words, such as `users suspend`. */
const onDatabase =
  (group: OnDatabase, ...action: readonly string[]) =>
  (context: CommandContext) =>
    withDatabase(context.environment, (db) => group(db, [...action, ...context.args], context.print));

const users = (action: string, parameters: string, about: string): Command => ({
  words: ['users', action],
  parameters,
  about,
  run: onDatabase(usersCommand, action),
});

const mail = (action: string, parameters: string, about: string): Command => ({
  words: ['mail', action],
  parameters,
  about,
  run: onDatabase(mailCommand, action),
});

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const COMMANDS: readonly Command[] = [
  { words: ['serve'], parameters: '', about: 'start the service; also without the word', run: 'serve' },
  users('list', '', 'every account, one a line'),
  users('show', '<email>', 'one account'),
  users('suspend', '<email>', 'end the session and refuse the next login'),
  users('reinstate', '<email>', 'let a suspended account log in again'),
  users('promote', '<email>', 'make it an ADMIN'),
  users('demote', '<email>', 'make it a USER'),
  {
    words: ['keys', 'list'],
    parameters: '',
    about: 'the signing keys: name, algorithm, state, since when, fingerprint',
    run: keys('list'),
  },
  {
    words: ['keys', 'rotate'],
    parameters: '[--alg EdDSA|ES256|HS256] [--now]',
    about: 'a new key that signs in a minute (or now); the others still verify',
    options: { alg: text, now: flag },
    run: keys('rotate'),
  },
  {
    words: ['keys', 'retire'],
    parameters: '<kid> [--force]',
    about: 'refuse the tokens of a key that signs no more',
    options: { force: flag },
    run: keys('retire'),
  },
  {
    words: ['audit'],
    parameters: '[--user <email>] [--event <name>] [--since 24h] [--limit 100] [--json]',
    about: 'the latest security events: time, event, account, address, user agent',
    options: { user: text, event: text, since: text, limit: text, json: flag },
    run: onDatabase(auditCommand),
  },
  {
    words: ['sessions', 'revoke-all'],
    parameters: '',
    about: 'end every session and outstanding reset link, after a restore',
    run: onDatabase(sessionsCommand, 'revoke-all'),
  },
  {
    words: ['backup'],
    parameters: '<file>',
    about: 'copy the embedded database while it is in use',
    run: onDatabase(backupCommand),
  },
  {
    words: ['migrate-to'],
    parameters: '<url>',
    about: 'copy the embedded database into an empty PostgreSQL',
    run: migrateTo,
  },
  mail('list', '[<state>]', 'e-mails that wait or were given up; or all waiting, sent, superseded or dead'),
  mail('show', '<id>', 'one e-mail, with what the mail server answered'),
  mail('retry', '<id> | dead', 'try it again now, or all that were given up'),
  mail('drop', '<id> | dead', 'remove it unsent, or all that were given up'),
  {
    words: ['mail', 'templates'],
    parameters: '<folder>',
    about: 'write the built-in e-mails there, as templates to change',
    run: mailTemplates,
  },
];
