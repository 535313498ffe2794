import { join } from 'node:path';
import { canonicalTag } from '../config/languages.ts';
import { missingTexts } from '../config/missing-texts.ts';
import { readTextsFolder } from '../config/texts-folder.ts';
import { CONSOLE_TEXTS, consoleTexts } from '../console/texts/languages.ts';
import { createFile, makeFolder } from '../lib/file-ownership.ts';
import { EMAIL_TEXTS, emailTexts } from '../mail/texts/languages.ts';
import { PAGE_TEXTS, pageTexts } from '../pages/texts/languages.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError, onlyArgument, UsageError } from './framework/command-error.ts';
import { counted } from './framework/print.ts';

/**
 * Writes the built-in texts as JSON, one file per language; a new language gets the English texts. Overwrites nothing.
 */
export function exportTexts({ args, print }: Pick<CommandContext, 'args' | 'print'>): void {
  const [folder, ...wanted] = args;
  if (folder === undefined) {
    throw new UsageError('texts export: into which folder? Example: latchkey texts export ./texts es');
  }
  const languages = wanted.length > 0 ? wanted.map(tagOf) : Object.keys(PAGE_TEXTS);
  makeFolder(folder, 0o755);
  for (const language of languages) {
    const pages = { ...builtIn(PAGE_TEXTS, language), admin: builtIn(CONSOLE_TEXTS, language) };
    const texts = { pages, emails: builtIn(EMAIL_TEXTS, language) };
    createFile(join(folder, `${language}.json`), `${JSON.stringify(texts, null, 2)}\n`, 0o644);
  }
  print(
    `${languages.join(', ')}: written to ${folder}. Change what you like, remove the rest, and start with ` +
      `TEXTS_DIR=${folder}`,
    { folder, languages },
  );
}

/** Checks a folder as the service does at start, and lists texts that further languages lack. */
export function checkTexts({ args, print }: Pick<CommandContext, 'args' | 'print'>): void {
  const folder = onlyArgument(args, 'texts check: which folder? Example: latchkey texts check ./texts');
  const overrides = readTextsFolder(folder);
  const missing = missingTexts(pageTexts(overrides), consoleTexts(overrides), emailTexts(overrides));
  for (const [language, keys] of missing)
    for (const key of keys) print(`${language}.json lacks ${key}`, { language, lacks: key });
  const count = [...missing.values()].flat().length;
  if (count > 0) throw new CommandError(`texts check: shown in English, because missing: ${counted(count, 'text')}`);
  print(`${[...overrides.keys()].join(', ')}: no problems`, { languages: [...overrides.keys()] });
}

function tagOf(language: string): string {
  if (canonicalTag(language) === language) return language;
  throw new UsageError(`texts export: ${language} is not a language. Example: latchkey texts export ./texts pt-BR`);
}

const builtIn = (texts: Readonly<Record<string, object>>, language: string): object | undefined =>
  texts[language] ?? texts.en;
