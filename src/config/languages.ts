/** The languages of pages and e-mails; the first is the fallback. */
export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Negotiates the language for an Accept-Language header (RFC 9110, 12.5.4): by quality value, then by order. */
export const preferredLanguage = (acceptLanguage: string | undefined): Language =>
  statedLanguage(acceptLanguage) ?? LANGUAGES[0];

/** Like preferredLanguage, but undefined when the header names no supported language. */
export function statedLanguage(acceptLanguage: string | undefined): Language | undefined {
  const ranges = (acceptLanguage ?? '')
    .split(',', 20)
    .map((entry) => {
      const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { primary: range.split('-', 1)[0], weight: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { primary } of ranges) {
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return undefined;
}
