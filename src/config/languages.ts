/** The languages of pages and e-mails; the first is for everybody else. */
export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The best of ours for an Accept-Language header (RFC 9110), by its weights, then by its order. */
export const preferredLanguage = (acceptLanguage: string | undefined): Language =>
  statedLanguage(acceptLanguage) ?? LANGUAGES[0];

/** The same, or undefined when the header asks for none of ours. */
export function statedLanguage(acceptLanguage: string | undefined): Language | undefined {
  const wishes = (acceptLanguage ?? '')
    .split(',', 20)
    .map((entry) => {
      const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { primary: range.split('-', 1)[0], weight: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { primary } of wishes) {
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return undefined;
}
