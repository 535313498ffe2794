import { AUDIT_EVENTS } from '../../store/tables/audit-events.ts';
import type { Command } from '../command.ts';
import { changes, type OnDatabase, reads } from './on-database.ts';

const sessions: OnDatabase = async () => (await import('../sessions.ts')).sessionsCommand;
const audit: OnDatabase = async () => (await import('../audit.ts')).auditCommand;

export const SESSION_COMMANDS: readonly Command[] = [
  {
    words: ['audit'],
    parameters: '[--user <email>] [--event <name>] [--since 24h] [--limit 100]',
    about: 'the latest security events: time, event, account, address, user agent',
    details: [
      '--user    of one account',
      `--event   of one kind: ${Object.keys(AUDIT_EVENTS).join(', ')}`,
      '--since   30m, 24h or 7d; without it, all that are kept (AUDIT_RETENTION)',
      '--limit   at most this many, 100 unless told otherwise',
      'Example: latchkey audit --event login_failed --since 24h',
    ],
    options: ['user', 'event', 'since', 'limit'],
    ...reads(audit),
  },
  {
    words: ['sessions', 'list'],
    parameters: '<email>',
    about: 'the sessions of an account: id, device, address, when it began and was last used',
    ...reads(sessions, 'list'),
  },
  {
    words: ['sessions', 'end'],
    parameters: '<email>',
    about: 'end every session of an account',
    ...changes(sessions, 'end'),
  },
  {
    words: ['sessions', 'revoke-all'],
    parameters: '',
    about: 'end every session and outstanding reset link, after a restore',
    ...changes(sessions, 'revoke-all'),
  },
];
