import type { Command } from '../command.ts';
import { flag } from '../command-options.ts';

/** Commands about the service as a whole. */
export const SERVICE_COMMANDS: readonly Command[] = [
  {
    words: ['check'],
    parameters: '[--json]',
    about: 'check settings and connections before the service is started: database, mail server, keys, files',
    details: [
      '--json   one JSON object a line: check, state (ok, warning, fault, skipped), says, remedy',
      'Exit code 1 where something is a fault. Example: latchkey check --env-file /etc/latchkey.env',
    ],
    options: { json: flag },
    run: async (context) => (await import('../doctor/doctor.ts')).diagnose('check')(context),
  },
  {
    words: ['doctor'],
    parameters: '[--json]',
    about: 'what is wrong with a service that runs, and what to do about it',
    details: [
      'As check, and every instance, clocks, key folders, the frontend address, the proxy, what is off and why.',
      '--json   one JSON object a line: check, state (ok, warning, fault, skipped), says, remedy',
      'Exit code 1 where something is a fault. See docs/troubleshooting.md',
    ],
    options: { json: flag },
    run: async (context) => (await import('../doctor/doctor.ts')).diagnose('doctor')(context),
  },
  {
    words: ['config'],
    parameters: '[<word>] [--json]',
    about: 'every setting in force and where it came from; or those that have a word in their name',
    details: [
      'Where from: environment, file (--env-file, LATCHKEY_ENV_FILE, .env, /etc/latchkey.env) or default. Secrets are hidden.',
      'Example: latchkey config smtp',
    ],
    options: { json: flag },
    run: async (context) => (await import('../config.ts')).configCommand(context),
  },
  {
    words: ['completion'],
    parameters: 'bash | zsh | fish',
    about: 'print what makes a shell complete the words and options of latchkey',
    details: [
      'bash   latchkey completion bash > /etc/bash_completion.d/latchkey',
      'zsh    latchkey completion zsh > $fpath[1]/_latchkey',
      'fish   latchkey completion fish > ~/.config/fish/completions/latchkey.fish',
      'The script asks the program itself (latchkey completion -- <words>), and so is right after an upgrade too.',
    ],
    needsNoSettings: true,
    run: async (context) => (await import('../completion.ts')).completion(context),
  },
];
