import { FEATURE_COMMANDS } from '../features/commands.ts';
import { APPLY_COMMAND } from './commands/apply.ts';
import { DATABASE_COMMANDS } from './commands/database.ts';
import { KEY_COMMANDS } from './commands/keys.ts';
import { MAIL_COMMANDS } from './commands/mail.ts';
import { SERVICE_COMMANDS } from './commands/service.ts';
import { SESSION_COMMANDS } from './commands/sessions.ts';
import { USER_COMMANDS } from './commands/users.ts';
import type { Command } from './framework/command.ts';

/** Describes each group of commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  users: 'accounts',
  admin: 'the administration',
  keys: 'signing keys',
  'data-keys': 'encryption of secrets in the database',
  sessions: 'logged-in devices',
  mail: 'the outbox',
  texts: 'custom texts and languages',
  ...Object.fromEntries(FEATURE_COMMANDS.flatMap(({ groups = {} }) => Object.entries(groups))),
};

const OF_FEATURES = FEATURE_COMMANDS.flatMap(({ commands = [] }) => commands);

const IN_ORDER: readonly Command[] = [
  {
    words: ['serve'],
    parameters: '',
    about: 'start the service; also without the word',
    withoutJson: true,
    run: 'serve',
  },
  ...SERVICE_COMMANDS,
  ...USER_COMMANDS,
  ...KEY_COMMANDS,
  ...OF_FEATURES.filter(({ after }) => after === undefined),
  APPLY_COMMAND,
  ...SESSION_COMMANDS,
  ...DATABASE_COMMANDS,
  ...MAIL_COMMANDS,
];

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = IN_ORDER.flatMap((command) => [
  command,
  ...OF_FEATURES.filter(({ after }) => after === command.words.join(' ')),
]);
