import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonFault } from '../lib/reason-of.ts';
import { BUILT_IN_LANGUAGES, canonicalTag, type Language } from './languages.ts';
import { type OwnTexts, type TextTree, textsProblem } from './text-overrides.ts';
import { reading } from './why-unreadable.ts';

const MAX_BYTES = 512 * 1024;
const SECTIONS = ['pages', 'emails'];

/** Reads the folder of TEXTS_DIR, if set: a JSON file per language, such as es.json. completeTexts checks them. */
export function readTextsFolder(folder: string | undefined): OwnTexts {
  if (folder === undefined) return new Map();
  const files = reading(`TEXTS_DIR: ${folder}`, () => readdirSync(folder)).filter((file) => !file.startsWith('.'));
  return new Map(files.sort().map((file) => [languageOf(file), { file, texts: readTexts(folder, file) }] as const));
}

/** The languages of this deployment: built in or in the folder, unless LANGUAGES selects and orders them. */
export function availableLanguages(own: OwnTexts, chosen: readonly Language[] | undefined): readonly Language[] {
  const all = [...new Set([...BUILT_IN_LANGUAGES, ...own.keys()])];
  const unknown = chosen?.find((language) => !all.includes(language));
  if (unknown !== undefined) {
    throw textsProblem(`LANGUAGES names ${unknown}, which is not built in, and there is no ${unknown}.json`);
  }
  return chosen === undefined || chosen.length === 0 ? all : chosen;
}

function languageOf(file: string): Language {
  const tag = file.replace(/\.json$/, '');
  const canonical = file.endsWith('.json') ? canonicalTag(tag) : undefined;
  if (canonical === tag) return tag;
  const hint = canonical === undefined ? 'Files are called es.json, pt-BR.json and so on' : `Call it ${canonical}.json`;
  throw textsProblem(`${file} is not named after a language. ${hint}`);
}

function readTexts(folder: string, file: string): TextTree {
  const bytes = reading(`TEXTS_DIR: ${file}`, () => readFileSync(join(folder, file)));
  if (bytes.length > MAX_BYTES) throw textsProblem(`${file} is larger than ${MAX_BYTES / 1024} KiB`);
  const texts = parse(file, bytes);
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) {
    throw textsProblem(`${file} must be an object with ${SECTIONS.join(' and ')}`);
  }
  const unknown = Object.keys(texts).find((key) => !SECTIONS.includes(key));
  if (unknown !== undefined) {
    throw textsProblem(`${file}: ${unknown} is no section. There are ${SECTIONS.join(' and ')}`);
  }
  return texts as TextTree;
}

function parse(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? jsonFault(error) : 'it is not UTF-8';
    throw textsProblem(`${file} is not valid JSON: ${reason}`);
  }
}
