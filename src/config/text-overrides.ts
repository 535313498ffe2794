import { ConfigError } from './config-error.ts';
import { type Language, primaryOf } from './languages.ts';

/** Texts by key, nested. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** A deployment's own texts in one language; any may be missing. */
export type OwnTexts = ReadonlyMap<Language, { readonly file: string; readonly texts: TextTree }>;

/** The error for the folder of texts. */
export const textsProblem = (problem: string): ConfigError => new ConfigError(`TEXTS_DIR: ${problem}`);

export interface CompleteTexts<T> {
  readonly texts: T;
  /** The keys that a further language lacks; their texts are English. */
  readonly missing: readonly string[];
}

type Section = 'pages' | 'pages.admin' | 'emails';

const FALLBACK = 'en';
const MAX_TEXT_LENGTH = 1000;
/** Texts under this key may be empty: then nothing is shown. */
const HINTS = 'pages.hints.';
/** Placeholders whose absence would remove a link. */
const NEEDED = ['{terms}', '{privacy}'];
/**
 * Texts of earlier versions that `latchkey texts export` wrote: ignored, so that the start after an upgrade succeeds.
 */
const FORMER = [
  ...['columns', 'facts', 'tooNarrow', 'saved', 'noneSaved', 'filterName', 'filterSaved', 'removeSaved', 'save'].map(
    (name) => `pages.admin.common.lists.${name}`,
  ),
  'pages.admin.settings.about',
  'pages.admin.settings.defaults',
  'pages.admin.sessions.select',
  'pages.admin.users.select',
];

/**
 * The texts of one section in every language: the built-in ones, replaced by the deployment's own. A further language
 * takes missing texts from its primary language, else from English.
 */
export function completeTexts<T extends object>(
  section: Section,
  builtIn: Readonly<Record<string, T>>,
  own: OwnTexts,
): ReadonlyMap<Language, CompleteTexts<T>> {
  const english = builtIn[FALLBACK] as unknown as TextTree;
  const complete = new Map<Language, CompleteTexts<T>>(
    Object.entries(builtIn).map(([language, texts]) => [language, { texts, missing: [] }]),
  );
  for (const [language, { file, texts }] of own) {
    const base = builtIn[language] ?? builtIn[primaryOf(language)];
    const merge = createMerge(file, base === undefined);
    const merged = merge.tree(section, english, (base ?? english) as TextTree, givenTexts(texts, section));
    complete.set(language, { texts: merged as unknown as T, missing: merge.missing });
  }
  return complete;
}

/** The part of a file for a section. The console's texts are inside those of the pages. */
function givenTexts({ pages = {}, emails = {} }: TextTree, section: Section): string | TextTree {
  if (section === 'emails') return emails;
  if (typeof pages !== 'object' || pages === null || Array.isArray(pages)) return section === 'pages' ? pages : {};
  const { admin = {}, ...others } = pages;
  return section === 'pages' ? others : admin;
}

function createMerge(file: string, isFurtherLanguage: boolean) {
  const missing: string[] = [];
  const refuse = (path: string, wrong: string) => textsProblem(`${file}: ${path} ${wrong}`);

  function tree(path: string, shape: TextTree, base: TextTree, own: string | TextTree): TextTree {
    if (typeof own !== 'object' || own === null || Array.isArray(own))
      throw refuse(path, 'must be an object with texts');
    for (const key of Object.keys(own)) {
      if (!Object.hasOwn(shape, key) && !FORMER.includes(`${path}.${key}`))
        throw refuse(`${path}.${key}`, 'is not a known text. `latchkey texts export` writes all of them');
    }
    const entries = Object.entries(shape).map(([key, english]) => {
      const given = Object.hasOwn(own, key) ? own[key] : undefined;
      const fallback = base[key] ?? english;
      return [key, entry(`${path}.${key}`, english, fallback, given)] as const;
    });
    return Object.fromEntries(entries);
  }
  function entry(
    path: string,
    english: string | TextTree,
    base: string | TextTree,
    own: string | TextTree | undefined,
  ) {
    if (typeof english === 'object') return tree(path, english, base as TextTree, own === undefined ? {} : own);
    if (own !== undefined) return checkText(path, english, own);
    if (isFurtherLanguage && english !== '') missing.push(path);
    return base;
  }
  function checkText(path: string, english: string, own: unknown): string {
    if (typeof own !== 'string') throw refuse(path, 'must be a text in quotes');
    if (own.trim() === '' && english !== '' && !path.startsWith(HINTS))
      throw refuse(path, 'must not be empty. Remove it to use the built-in text');
    if (own.length > MAX_TEXT_LENGTH) throw refuse(path, `must have at most ${MAX_TEXT_LENGTH} characters`);
    if (/\p{Cc}/u.test(own)) throw refuse(path, 'must be one line without control characters');
    if (/<\/?[a-z!]/i.test(own)) throw refuse(path, 'must be plain text: HTML would be shown as it is written');
    const known = placeholdersIn(english);
    const unknown = placeholdersIn(own).find((placeholder) => !known.includes(placeholder));
    const can = known.length === 0 ? 'has no placeholders' : `can use ${known.join(', ')} only`;
    if (unknown !== undefined) throw refuse(path, `uses ${unknown}, but ${can}`);
    const lost = NEEDED.find((placeholder) => known.includes(placeholder) && !own.includes(placeholder));
    if (lost !== undefined) throw refuse(path, `needs ${lost}, which becomes a link`);
    return own;
  }
  return { tree, missing };
}

const placeholdersIn = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
