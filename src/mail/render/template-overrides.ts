import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../config/config-error.ts';
import type { Language } from '../../config/languages.ts';
import { reading } from '../../config/why-unreadable.ts';
import { EMAIL_KINDS, type EmailKind } from '../../store/queues/outbox.ts';
import { KINDS } from '../../store/tables/email-kinds.ts';
import { escapeHtml } from './hostile-text.ts';

/** A deployment's wording of one e-mail in one language. */
interface Template {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Templates by name. E-mails without a template use the built-in text. */
export type OwnTemplates = ReadonlyMap<string, Template>;

const PLACEHOLDERS = ['name', 'email', 'link', 'code', 'product', 'support', 'expiry', 'request', 'date'] as const;
export type TemplateValues = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

const templateProblem = (problem: string): ConfigError => new ConfigError(`MAIL_TEMPLATES_DIR: ${problem}`);

export const templateName = (kind: EmailKind, language: string): string => `${kind}.${language}`;

export function fillTemplate({ subject, text, html }: Template, values: TemplateValues): Template {
  const fill = (template: string, encode: (value: string) => string) =>
    template.replace(/\{\{(\w+)\}\}/g, (_, name: keyof TemplateValues) => encode(values[name]));
  const asItIs = (value: string) => value;
  return { subject: fill(subject, asItIs), text: fill(text, asItIs), html: fill(html, escapeHtml) };
}

/** Reads and checks every file at start, so that no recipient gets a broken e-mail. */
export function readTemplates(folder: string, languages: readonly Language[]): OwnTemplates {
  const known = EMAIL_KINDS.flatMap((kind) =>
    languages.map((language) => ({ name: templateName(kind, language), needsLink: KINDS[kind].link !== undefined })),
  );
  const names = known.map(({ name }) => name);
  const files = reading(`MAIL_TEMPLATES_DIR: ${folder}`, () => readdirSync(folder)).filter(
    (file) => !file.startsWith('.'),
  );
  for (const file of files) {
    if (!names.some((name) => file === `${name}.txt` || file === `${name}.html`)) {
      throw templateProblem(
        `${file} is not a template in ${languages.join(', ')}. ` +
          `Templates are called ${names[0]}.txt, ${names[0]}.html and so on`,
      );
    }
  }
  const templates = new Map<string, Template>();
  for (const { name, needsLink } of known) {
    const isThere = [`${name}.txt`, `${name}.html`].map((file) => files.includes(file));
    if (isThere[0] !== isThere[1]) {
      throw templateProblem(`${name} needs both ${name}.txt and ${name}.html, but only one of them exists`);
    }
    if (isThere[0]) templates.set(name, readTemplate(folder, name, needsLink));
  }
  return templates;
}

function readTemplate(folder: string, name: string, needsLink: boolean): Template {
  const plain = readFile(folder, `${name}.txt`);
  const html = readFile(folder, `${name}.html`);
  const [, subject, text] = /^Subject: *(\S[^\r\n]*)\r?\n\r?\n(.*)$/s.exec(plain) ?? [];
  if (subject === undefined || text === undefined) {
    throw templateProblem(`${name}.txt must begin with a line "Subject: …" and an empty line`);
  }
  checkPlaceholders(`${name}.txt`, plain);
  checkPlaceholders(`${name}.html`, html);
  if (subject.includes('{{name}}'))
    throw templateProblem(`${name}.txt has {{name}} in its subject, which strangers could abuse`);
  if (needsLink) {
    if (!text.includes('{{link}}')) throw templateProblem(`${name}.txt has no {{link}}`);
    if (!html.includes('href="{{link}}"')) throw templateProblem(`${name}.html has no href="{{link}}"`);
  }
  return { subject: subject.trim(), text, html };
}

function checkPlaceholders(file: string, content: string): void {
  for (const [whole, name = ''] of content.matchAll(/\{\{([^}]*)\}\}/g)) {
    if (!PLACEHOLDERS.some((known) => known === name)) {
      const all = PLACEHOLDERS.map((known) => `{{${known}}}`).join(', ');
      throw templateProblem(`${file} uses ${whole}; the placeholders are ${all}`);
    }
  }
}

const readFile = (folder: string, file: string): string =>
  reading(`MAIL_TEMPLATES_DIR: ${file}`, () => readFileSync(join(folder, file), 'utf8'));
