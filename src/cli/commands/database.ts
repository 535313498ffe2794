import { SOURCE_NAMES } from '../../imports/users/foreign-user.ts';
import type { Command } from '../framework/command.ts';

export const DATABASE_COMMANDS: readonly Command[] = [
  {
    words: ['backup'],
    parameters: '<file> | --into <folder> [--keep <count>]',
    about: 'back up the database while it is in use',
    details: [
      'The file must not exist yet. Copying PostgreSQL requires pg_dump.',
      '--into   a file named by the time, for a timer: deploy/latchkey-backup.timer',
      '--keep   keep only this many of the newest backups in that folder',
      'Example: latchkey backup --into /var/backups/latchkey --keep 14',
    ],
    options: ['into', 'keep'],
    changes: true,
    run: async (context) => (await import('../backup/backup.ts')).backup(context),
  },
  {
    words: ['restore'],
    parameters: '<file> [--yes] [--delete-again]',
    about: 'restore a backup; without --yes only checks it',
    details: [
      'Stop the service first, except for a check. The previous database is kept; every session and link ends.',
      '--delete-again   delete accounts that were deleted since the backup, if the current database can be read; ' +
        'without it, a restore prints the command that deletes them later',
      'Example: latchkey restore /var/backups/monday.db --yes',
    ],
    options: ['yes', 'delete-again'],
    changes: true,
    run: async (context) => (await import('../backup/restore.ts')).restore(context),
  },
  {
    words: ['import'],
    parameters: '<file> [--from <system>] [--dry-run] [<option> …]',
    about: 'import users of another system, with their password hashes',
    details: [
      'The file: JSON lines, JSON with a list of users, or CSV with a header. Existing accounts are skipped: after ' +
        'an interruption, run it again',
      `--from               ${SOURCE_NAMES.join(', ')}; by default recognized`,
      '--dry-run            print what would be done, and change nothing',
      '--update             fill in what an earlier import left out, such as passwords; never replaces what owners ' +
        'have changed',
      '--verified           if the file does not say so, the old service confirmed the addresses; ' +
        '--unverified: it did not',
      '--admins             import administrators, who are refused by default',
      '--default-industry   for users without one; by default, they are asked at their first login, as for a ' +
        'phone number',
      '--column             our name of a column: --column full_name=display_name; nothing after = leaves it out',
      '--pepper             the bcrypt hashes have a pepper (IMPORT_PEPPER), as with Devise',
      '--firebase-config    a file with the password hash parameters of the Firebase project',
      '--report             the file for refused users and the reasons; by default <file>.refused.jsonl. Only an ' +
        'earlier report is overwritten',
      'Example: latchkey import users.json --from django --verified --dry-run',
    ],
    options: [
      ...(['from', 'dry-run', 'update', 'verified', 'unverified', 'admins', 'pepper'] as const),
      ...(['default-industry', 'firebase-config', 'column', 'report'] as const),
    ],
    changes: true,
    run: async (context) => (await import('../import/import.ts')).importUsers(context),
  },
  {
    words: ['export'],
    parameters: '[--hashes]',
    about: 'print all accounts as JSON lines, with or without password hashes',
    details: ['Without sessions, second factors, passkeys and events. Example: latchkey export --hashes > users.jsonl'],
    options: ['hashes'],
    run: async (context) => (await import('../export.ts')).exportUsers(context),
  },
  {
    words: ['migrate'],
    parameters: '[--plan] [--stopped]',
    about: 'migrate the schema before an upgrade',
    details: [
      'Run it with the new version while the previous one serves. The service does the same when it starts.',
      '--plan      only print what would be done, what it locks, and roughly for how long',
      '--stopped   if an upgrade cannot be rolling: confirms that all old instances are stopped',
    ],
    options: ['plan', 'stopped'],
    changes: true,
    run: async (context) => (await import('../migrate.ts')).migrateCommand(context),
  },
  {
    words: ['migrate-to'],
    parameters: '<url>',
    about: 'copy the embedded database into an empty PostgreSQL',
    details: [
      'Stop the service first, and start it afterwards with DATABASE_URL=<url>. All or nothing: after a ' +
        'failure, run it again.',
      'Example: latchkey migrate-to postgres://latchkey:secret@db.example.com/latchkey',
    ],
    changes: true,
    run: async (context) => (await import('../migrate-to.ts')).migrateTo(context),
  },
];
