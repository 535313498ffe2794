import { join } from 'node:path';
import { type Config, readConfig } from '../config/config.ts';
import { createLanguages } from '../config/languages.ts';
import { availableLanguages, readTextsFolder } from '../config/texts-folder.ts';
import { createFile, makeFolder } from '../lib/file-ownership.ts';
import { readMailLogos } from '../mail/render/logo.ts';
import { createMessages } from '../mail/render/messages.ts';
import { templateName } from '../mail/render/template-overrides.ts';
import { emailTexts } from '../mail/texts/languages.ts';
import { EMAIL_KINDS } from '../store/queues/outbox.ts';
import type { CommandContext } from './framework/command.ts';
import { onlyArgument } from './framework/command-error.ts';
import type { Print } from './framework/print.ts';

/** Writes the built-in e-mails as templates to edit and use with MAIL_TEMPLATES_DIR. Overwrites nothing. */
export const mailTemplates = ({ environment, args, print }: CommandContext): void =>
  mailTemplatesCommand(readConfig(environment, 1), args, print);

const PLACEHOLDERS = {
  fullName: '{{name}}',
  email: '{{email}}',
  link: '{{link}}',
  request: '{{request}}',
  deletionAtMs: '{{date}}',
};

type Settings = Pick<Config, 'brand' | 'textsDir' | 'languages' | 'mailLogo' | 'mailLogoDark'>;

export function mailTemplatesCommand(settings: Settings, args: readonly string[], print: Print): void {
  const { brand, textsDir } = settings;
  const folder = onlyArgument(args, 'mail templates: into which folder? Example: latchkey mail templates ./mail');
  const overrides = readTextsFolder(textsDir);
  const languages = createLanguages(availableLanguages(overrides, settings.languages));
  const supportEmail = brand.supportEmail === undefined ? undefined : '{{support}}';
  const messages = createMessages({
    brand: { ...brand, productName: '{{product}}', supportEmail },
    languages,
    texts: emailTexts(overrides),
    logos: readMailLogos(settings),
  });
  makeFolder(folder, 0o755);
  for (const kind of EMAIL_KINDS) {
    for (const language of languages.all) {
      const { subject, text, html } = messages.render(kind, language, PLACEHOLDERS);
      const file = join(folder, templateName(kind, language));
      createFile(`${file}.txt`, `Subject: ${subject}\n\n${text}`, 0o644);
      createFile(`${file}.html`, html, 0o644);
    }
  }
  print(`The e-mails are in ${folder}. Change them, remove the others, and start with MAIL_TEMPLATES_DIR=${folder}`, {
    folder,
  });
}
