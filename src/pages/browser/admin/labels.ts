/** The word for a value that the service gave; the value itself where this version has no word for it. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;

/**
 * The name of a language in the language of the page, as at the beginning of a line; the tag itself where the browser
 * knows no name.
 */
export function languageName(tag: string): string {
  const { lang } = document.documentElement;
  try {
    const name = new Intl.DisplayNames(lang, { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
  } catch {
    return tag;
  }
}

/** Languages as choices, by their names in the language of the page. */
export const languageChoices = (tags: readonly string[]) =>
  tags.map((value) => ({ value, label: languageName(value) }));
