import type { Languages } from '../config/languages.ts';
import type { OwnTexts } from '../config/text-overrides.ts';
import type { Texts } from './texts/en.ts';
import type { PageTexts } from './texts/languages.ts';

export interface LoadedTexts {
  /** The texts of all languages, loaded and checked. */
  load(): Promise<PageTexts>;
  in(language: string): Promise<Texts>;
}

/** The texts of the pages. They are loaded with the first page, because they would delay every start. */
export function createPageTexts(own: OwnTexts, { fallback }: Languages): LoadedTexts {
  let loading: Promise<PageTexts> | undefined;
  const load = () => {
    loading ??= import('./texts/languages.ts')
      .then(({ pageTexts }) => pageTexts(own))
      .catch((error: unknown) => {
        // The next page tries again: it may have been for want of file descriptors.
        loading = undefined;
        throw error;
      });
    return loading;
  };
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
