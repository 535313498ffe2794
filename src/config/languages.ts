/** The languages of the built-in texts; the first is the fallback unless LANGUAGES names another. */
export const BUILT_IN_LANGUAGES = ['en', 'de', 'fr'] as const;

/** A language tag (BCP 47), such as `de` or `pt-BR`. */
export type Language = string;

/** The languages that pages and e-mails of this deployment are available in. */
export interface Languages {
  readonly all: readonly Language[];
  readonly fallback: Language;
  /** The available language of this tag, in any case; undefined if there is none. */
  find(tag: string | null | undefined): Language | undefined;
  /**
   * Negotiates the language for Accept-Language (RFC 9110, 12.5.4) by quality, then by order. Undefined: none matches.
   */
  negotiate(acceptLanguage: string | undefined): Language | undefined;
}

export function createLanguages(all: readonly Language[]): Languages {
  const byTag = new Map(all.map((language) => [language.toLowerCase(), language]));
  // Lets `pt` find pt-BR if there is no pt.
  const byPrimary = new Map(all.toReversed().map((language) => [primaryOf(language.toLowerCase()), language]));
  const match = (range: string) => byTag.get(range) ?? byTag.get(primaryOf(range)) ?? byPrimary.get(primaryOf(range));
  return {
    all,
    fallback: all[0] ?? BUILT_IN_LANGUAGES[0],
    find: (tag) => byTag.get(tag?.toLowerCase() ?? ''),
    negotiate(acceptLanguage) {
      for (const range of rangesOf(acceptLanguage ?? '')) {
        const found = match(range);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

export const BUILT_IN = createLanguages(BUILT_IN_LANGUAGES);

/** The language ranges of the header, in order of preference. */
const rangesOf = (header: string): string[] =>
  header
    .split(',', 20)
    .map((entry) => {
      const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { range, weight: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);

export function primaryOf(tag: string): string {
  return tag.split('-', 1)[0] ?? '';
}

/** The canonical form of a language tag; undefined if it is invalid. */
export function canonicalTag(tag: string): Language | undefined {
  try {
    return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined;
  } catch {
    return undefined;
  }
}

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  new Intl.Locale(language).getTextInfo().direction ?? 'ltr';

/** The name of a language in that language: "Deutsch", "Français". */
export function nativeName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
