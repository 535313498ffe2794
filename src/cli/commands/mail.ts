import type { Command } from '../command.ts';
import { changes, type OnDatabase, reads } from './on-database.ts';

const mail: OnDatabase = async () => (await import('../mail.ts')).mailCommand;

const ofMail = (action: string, parameters: string) => ({ words: ['mail', action], parameters });

export const MAIL_COMMANDS: readonly Command[] = [
  {
    ...ofMail('list', '[<state>]'),
    about: 'e-mails that wait or were given up; or all waiting, sent, superseded or dead',
    ...reads(mail, 'list'),
  },
  {
    ...ofMail('show', '<id>'),
    about: 'one e-mail, with what the mail server answered',
    ...reads(mail, 'show'),
  },
  {
    ...ofMail('retry', '<id> | dead'),
    about: 'try it again now, or all that were given up',
    ...changes(mail, 'retry'),
  },
  {
    ...ofMail('drop', '<id> | dead'),
    about: 'remove it unsent, or all that were given up',
    ...changes(mail, 'drop'),
  },
  {
    ...ofMail('test', '<address>'),
    about: 'send a test e-mail now, and tell what the mail server answered',
    changes: true,
    run: async (context) => (await import('../mail-test.ts')).testMail(context),
  },
  {
    words: ['mail', 'templates'],
    parameters: '<folder>',
    about: 'write the built-in e-mails there, as templates to change',
    changes: true,
    run: async (context) => (await import('../mail-templates.ts')).mailTemplates(context),
  },
  {
    words: ['texts', 'export'],
    parameters: '<folder> [<language> …]',
    about: 'write the words of pages and e-mails there, as JSON to change or to translate',
    changes: true,
    run: async (context) => (await import('../texts.ts')).exportTexts(context),
  },
  {
    words: ['texts', 'check'],
    parameters: '<folder>',
    about: 'check a folder for TEXTS_DIR, and list what its further languages lack',
    run: async (context) => (await import('../texts.ts')).checkTexts(context),
  },
];
