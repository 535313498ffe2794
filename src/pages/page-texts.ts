import type { Languages } from '../config/languages.ts';
import type { CompleteTexts, OwnTexts } from '../config/text-overrides.ts';
import { loadOnce } from './load-once.ts';
import type { Texts } from './texts/en.ts';

type AllTexts<T> = ReadonlyMap<string, CompleteTexts<T>>;

export interface LoadedTexts<T = Texts> {
  /** The texts of all languages, loaded and checked. */
  load(): Promise<AllTexts<T>>;
  in(language: string): Promise<T>;
}

/** The texts of the pages, loaded with the first page, because they would delay the start. */
export const createPageTexts = (own: OwnTexts, languages: Languages): LoadedTexts =>
  loadedOnce(async () => (await import('./texts/languages.ts')).pageTexts(own), languages);

export function loadedOnce<T>(read: () => Promise<AllTexts<T>>, { fallback }: Languages): LoadedTexts<T> {
  const load = loadOnce(read);
  return {
    load,
    async in(language) {
      const all = await load();
      const found = all.get(language) ?? all.get(fallback);
      if (!found) throw new Error(`there are no texts in ${language}`);
      return found.texts;
    },
  };
}
