import type { CompleteTexts } from './text-overrides.ts';

type Section = ReadonlyMap<string, CompleteTexts<object>>;

/** The texts that each language lacks and shows in English. */
export function missingTexts(...sections: readonly Section[]): Map<string, readonly string[]> {
  const missing = new Map<string, readonly string[]>();
  for (const section of sections) {
    for (const [language, texts] of section) {
      if (texts.missing.length > 0) missing.set(language, [...(missing.get(language) ?? []), ...texts.missing]);
    }
  }
  return missing;
}

/** A line for each language. Missing texts do not prevent the start, because an update may add texts. */
export function warnOfMissingTexts(
  sections: readonly Section[],
  log: { warn(about: object, text: string): void },
): void {
  for (const [language, keys] of missingTexts(...sections)) {
    log.warn(
      { language, missing: keys.length, first: keys[0] },
      `${language}.json lacks texts, which are shown in English; latchkey texts check lists them`,
    );
  }
}
