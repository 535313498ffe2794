import type { Command } from '../command.ts';
import { flag } from '../command-options.ts';

export const DATABASE_COMMANDS: readonly Command[] = [
  {
    words: ['backup'],
    parameters: '<file>',
    about: 'copy the embedded database while it is in use',
    details: ['The file must not exist yet. Example: latchkey backup /var/backups/latchkey-monday.db'],
    changes: true,
    run: async (context) => (await import('../backup.ts')).backup(context),
  },
  {
    words: ['migrate'],
    parameters: '[--plan] [--json] [--stopped]',
    about: 'bring the schema up to date before an upgrade',
    details: [
      'With the code of the new version, while the one before serves. The service does the same when it starts.',
      '--plan      only says what would be done, what it locks, and roughly for how long; --json: one object a step',
      '--stopped   where an upgrade cannot be rolling: all old instances are stopped, whoever has the database open',
    ],
    options: { plan: flag, stopped: flag, json: flag },
    changes: true,
    run: async (context) => (await import('../migrate.ts')).migrateCommand(context),
  },
  {
    words: ['migrate-to'],
    parameters: '<url>',
    about: 'copy the embedded database into an empty PostgreSQL',
    details: [
      'Stop the service first, and start it afterwards with DATABASE_URL=<url>. All or nothing: what fails can be ' +
        'repeated.',
      'Example: latchkey migrate-to postgres://latchkey:secret@db.example.com/latchkey',
    ],
    changes: true,
    run: async (context) => (await import('../migrate-to.ts')).migrateTo(context),
  },
];
