import type { Command } from '../framework/command.ts';
import { onDatabase } from '../framework/on-database.ts';

const mail = () => import('../mail.ts');

const ofMail = (action: string, parameters: string) => ({ words: ['mail', action], parameters });

export const MAIL_COMMANDS: readonly Command[] = [
  {
    ...ofMail('list', '[<state>]'),
    about: 'list waiting and failed e-mails, or those of a state',
    ...onDatabase(async () => (await mail()).listEmails),
  },
  {
    ...ofMail('show', '<id>'),
    about: 'show one e-mail with the answers of the mail server',
    ...onDatabase(async () => (await mail()).showEmail),
  },
  {
    ...ofMail('retry', '<id> | dead'),
    about: 'retry one now, or all failed ones',
    ...onDatabase(async () => (await mail()).retryEmails, { changes: true }),
  },
  {
    ...ofMail('drop', '<id> | dead'),
    about: 'remove one unsent, or all failed ones',
    ...onDatabase(async () => (await mail()).dropEmails, { changes: true }),
  },
  {
    ...ofMail('test', '<address>'),
    about: "send a test e-mail and show the mail server's answer",
    changes: true,
    run: async (context) => (await import('../mail-test.ts')).testMail(context),
  },
  {
    words: ['mail', 'templates'],
    parameters: '<folder>',
    about: 'write the built-in e-mails as templates',
    changes: true,
    run: async (context) => (await import('../mail-templates.ts')).mailTemplates(context),
  },
  {
    words: ['texts', 'export'],
    parameters: '<folder> [<language> …]',
    about: 'write the texts of pages and e-mails as JSON, to change or translate',
    changes: true,
    run: async (context) => (await import('../texts.ts')).exportTexts(context),
  },
  {
    words: ['texts', 'check'],
    parameters: '<folder>',
    about: 'check a folder for TEXTS_DIR',
    run: async (context) => (await import('../texts.ts')).checkTexts(context),
  },
];
