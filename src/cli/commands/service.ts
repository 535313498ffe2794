import type { Command } from '../framework/command.ts';

export const SERVICE_COMMANDS: readonly Command[] = [
  {
    words: ['check'],
    parameters: '',
    about: 'check settings, database, mail server, keys and files before the start',
    details: [
      '--json   members: check, state (ok, warning, fault, skipped), says, remedy',
      'Exit code 1 if there is a fault. Example: latchkey check --env-file /etc/latchkey.env',
    ],
    run: async (context) => (await import('../doctor/doctor.ts')).diagnose('check')(context),
  },
  {
    words: ['doctor'],
    parameters: '',
    about: 'find faults of a running service, and how to fix them',
    details: [
      'Also checks every instance, clocks, key folders, frontend address and proxy, and lists what is off and why.',
      '--json   members: check, state (ok, warning, fault, skipped), says, remedy',
      'Exit code 1 if there is a fault. See docs/troubleshooting.md',
    ],
    run: async (context) => (await import('../doctor/doctor.ts')).diagnose('doctor')(context),
  },
  {
    words: ['config'],
    parameters: '[<word>]',
    about: 'list the settings in force and their sources',
    details: [
      'Where from: environment, file (--env-file, LATCHKEY_ENV_FILE, .env, /etc/latchkey/latchkey.env, ' +
        '/etc/latchkey.env) or default. Secrets are hidden.',
      'Example: latchkey config smtp',
    ],
    run: async (context) => (await import('../config.ts')).configCommand(context),
  },
  {
    words: ['init'],
    parameters: '[<folder>] [--domain <name>] [--smtp <url>] [<option> …]',
    about: 'write settings with fresh secrets, systemd units and a proxy file',
    details: [
      'The default folder is /etc/latchkey. At a terminal, asks for missing options. Overwrites nothing.',
      '--domain      the name that people open: accounts.example.com',
      '--smtp        the mail server: smtp://user:password@mail.example.com:587',
      '--mail-from   the sender; by default accounts@<domain>',
      '--database    postgres://…; by default the embedded database',
      '--proxy       nginx (default), apache or caddy',
      '--port        where the service listens for the proxy; by default 3000',
      '--user        the user of the service; by default one that systemd creates',
      'Example: latchkey init --domain accounts.example.com --smtp smtp://mail.example.com',
    ],
    options: ['domain', 'smtp', 'mail-from', 'database', 'proxy', 'port', 'user'],
    changes: true,
    needsNoSettings: true,
    run: async (context) => (await import('../init.ts')).init(context),
  },
  {
    words: ['test-server'],
    parameters: '[--port 0] [--apply <file>]',
    about: 'run the service in memory, for test suites',
    details: [
      'Prints {"url": …} once it serves, and ends with its parent. Refused unless NODE_ENV is test, ' +
        'development or unset.',
      '--apply   adds the clients of a file for latchkey apply, and switches OPENID on',
      'POST /test/accounts, sessions, logins, clock, failures and reset, GET /test/emails: see docs/testing.md',
    ],
    options: ['port', 'apply'],
    withoutJson: true,
    run: 'test-server',
  },
];
