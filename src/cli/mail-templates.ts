import { join } from 'node:path';
import type { Brand } from '../config/brand.ts';
import { readConfig } from '../config/config.ts';
import { LANGUAGES } from '../config/languages.ts';
import { createMessages } from '../mail/render/messages.ts';
import { templateName } from '../mail/render/template-overrides.ts';
import { createFile, makeFolder } from '../runtime/file-ownership.ts';
import { EMAIL_KINDS } from '../store/outbox.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './command-error.ts';

/** Writes the built-in e-mails as templates, to be changed and read back with MAIL_TEMPLATES_DIR. Overwrites nothing. */
export const mailTemplates = ({ environment, args, print }: CommandContext): void =>
  mailTemplatesCommand(readConfig(environment, 1).brand, args, print);

const PLACEHOLDERS = { fullName: '{{name}}', email: '{{email}}', link: '{{link}}', request: '{{request}}' };

export function mailTemplatesCommand(brand: Brand, args: readonly string[], print: (line: string) => void): void {
  const [folder, ...surplus] = args;
  if (folder === undefined || surplus.length > 0) {
    throw new CommandError('mail templates: into which folder? Example: latchkey mail templates ./mail');
  }
  const messages = createMessages({
    ...brand,
    productName: '{{product}}',
    supportEmail: brand.supportEmail === undefined ? undefined : '{{support}}',
  });
  makeFolder(folder, 0o755);
  for (const kind of EMAIL_KINDS) {
    for (const language of LANGUAGES) {
      const { subject, text, html } = messages.render(kind, language, PLACEHOLDERS);
      const file = join(folder, templateName(kind, language));
      create(`${file}.txt`, `Subject: ${subject}\n\n${text}`);
      create(`${file}.html`, html);
    }
  }
  print(`The e-mails are in ${folder}. Change them, remove the others, and start with MAIL_TEMPLATES_DIR=${folder}`);
}

function create(file: string, content: string): void {
  try {
    createFile(file, content, 0o644);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CommandError(`mail templates: ${file} is there already, and is left as it is`);
    }
    throw error;
  }
}
