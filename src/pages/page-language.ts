import { type Language, type Languages, nativeName } from '../config/languages.ts';
import type { HttpRequest } from '../http/request.ts';

/** The cookie for the chosen language, set only by `?lang=`. */
const COOKIE = 'lang';
const COOKIE_LIFETIME_S = 365 * 24 * 60 * 60;

interface PageLanguage {
  readonly language: Language;
  /** Headers that make the browser remember the choice. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The language of a page: `?lang=`, else the earlier choice, else the browser's. */
export function pageLanguage(
  request: HttpRequest,
  chosen: Language | undefined,
  { languages, base }: { readonly languages: Languages; readonly base: string },
): PageLanguage {
  const kept = languages.find(cookieOf(request.header('cookie')));
  const attributes = `Path=${base || '/'}; Max-Age=${COOKIE_LIFETIME_S}; SameSite=Lax; HttpOnly`;
  return {
    language: chosen ?? kept ?? request.language ?? languages.fallback,
    headers: chosen === undefined || chosen === kept ? {} : { 'set-cookie': `${COOKIE}=${chosen}; ${attributes}` },
  };
}

const cookieOf = (header = ''): string | undefined =>
  header
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .find(([name]) => name === COOKIE)?.[1];

export interface LanguageLink {
  readonly language: Language;
  readonly name: string;
  /** The page in this language; undefined for the current one. */
  readonly href: string | undefined;
}

/** The language choice in the footer. `inLanguage` returns the page's address in another language. */
export function languageLinks(
  { all }: Languages,
  current: Language,
  inLanguage: (language: Language) => string,
): LanguageLink[] {
  if (all.length < 2) return [];
  return all.map((language) => ({
    language,
    name: nativeName(language),
    href: language === current ? undefined : inLanguage(language),
  }));
}
