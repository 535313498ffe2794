import { AUDIT_EVENTS } from '../../store/audit/event-types.ts';
import type { Command } from '../framework/command.ts';
import { onDatabase } from '../framework/on-database.ts';

const sessions = () => import('../sessions.ts');

export const SESSION_COMMANDS: readonly Command[] = [
  {
    words: ['audit'],
    parameters: '[--user <email>] [--event <name>] [--since 24h] [--limit 100]',
    about: 'list the latest security events',
    details: [
      '--user    of one account',
      `--event   of one kind: ${Object.keys(AUDIT_EVENTS).join(', ')}`,
      '--since   30m, 24h or 7d; by default all that are kept (AUDIT_RETENTION)',
      '--limit   at most this many, by default 100',
      'Example: latchkey audit --event login_failed --since 24h',
    ],
    options: ['user', 'event', 'since', 'limit'],
    ...onDatabase(async () => (await import('../audit.ts')).auditCommand),
  },
  {
    words: ['sessions', 'list'],
    parameters: '<email>',
    about: "list an account's sessions",
    ...onDatabase(async () => (await sessions()).listSessions),
  },
  {
    words: ['sessions', 'end'],
    parameters: '<email>',
    about: "end an account's sessions",
    ...onDatabase(async () => (await sessions()).endSessions, { changes: true }),
  },
  {
    words: ['sessions', 'revoke-all'],
    parameters: '',
    about: 'end every session and reset link, after a restore',
    ...onDatabase(async () => (await sessions()).revokeAll, { changes: true }),
  },
];
