import type { Command } from '../command.ts';

export const SERVICE_COMMANDS: readonly Command[] = [
  {
    words: ['check'],
    parameters: '',
    about: 'check settings, database, mail server, keys and files before the start',
    details: [
      '--json   members: check, state (ok, warning, fault, skipped), says, remedy',
      'Exit code 1 where something is a fault. Example: latchkey check --env-file /etc/latchkey.env',
    ],
    run: async (context) => (await import('../doctor/doctor.ts')).diagnose('check')(context),
  },
  {
    words: ['doctor'],
    parameters: '',
    about: 'find faults of a running service, and how to fix them',
    details: [
      'As check, and every instance, clocks, key folders, the frontend address, the proxy, what is off and why.',
      '--json   members: check, state (ok, warning, fault, skipped), says, remedy',
      'Exit code 1 where something is a fault. See docs/troubleshooting.md',
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
    words: ['passwords', 'build'],
    parameters: '<list> <file>',
    about: 'build the file for BREACHED_PASSWORDS from a list',
    details: [
      'The list has one SHA-1 hash per line, as the download of Have I Been Pwned has, or one password per line.',
      'The file has four bytes per password, and so much memory is needed to make it. It can be replaced while the ' +
        'service runs.',
      'Example: latchkey passwords build pwned-passwords.txt /etc/latchkey/breached.filter',
    ],
    needsNoSettings: true,
    changes: true,
    run: async (context) => (await import('../passwords.ts')).buildPasswords(context),
  },
  {
    words: ['completion'],
    parameters: 'bash | zsh | fish',
    about: 'print a completion script',
    details: [
      'bash   latchkey completion bash > /etc/bash_completion.d/latchkey',
      'zsh    latchkey completion zsh > $fpath[1]/_latchkey',
      'fish   latchkey completion fish > ~/.config/fish/completions/latchkey.fish',
      'The script asks the program itself (latchkey completion -- <words>), and so is right after an upgrade too.',
    ],
    withoutJson: true,
    needsNoSettings: true,
    keepsTerminator: true,
    run: async (context) => (await import('../completion.ts')).completion(context),
  },
  {
    words: ['init'],
    parameters: '[<folder>] [--domain <name>] [--smtp <url>] [<option> …]',
    about: 'write settings with fresh secrets, systemd units and a proxy file',
    details: [
      'Into /etc/latchkey unless told otherwise. Asks for what is missing at a terminal. Overwrites nothing.',
      '--domain      the name that people open: accounts.example.com',
      '--smtp        the mail server: smtp://user:password@mail.example.com:587',
      '--mail-from   the sender; accounts@<domain> unless told otherwise',
      '--database    postgres://…; the embedded database unless told otherwise',
      '--proxy       nginx (default), apache or caddy',
      '--port        where the service listens for the proxy, 3000 unless told otherwise',
      '--user        runs the service; by default a separate user that systemd creates',
      'Example: latchkey init --domain accounts.example.com --smtp smtp://mail.example.com',
    ],
    options: ['domain', 'smtp', 'mail-from', 'database', 'proxy', 'port', 'user'],
    changes: true,
    needsNoSettings: true,
    run: async (context) => (await import('../init.ts')).init(context),
  },
  {
    words: ['test-server'],
    parameters: '[--port 0]',
    about: 'run the service in memory, for test suites',
    details: [
      'Prints {"url": …} once it serves, and ends with its parent. Refused unless NODE_ENV is test, ' +
        'development or unset.',
      'POST /test/accounts, POST /test/sessions, GET /test/emails and POST /test/reset: see docs/testing.md',
    ],
    options: ['port'],
    withoutJson: true,
    run: 'test-server',
  },
];
