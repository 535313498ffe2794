import type { Languages } from '../config/languages.ts';
import type { OwnTexts } from '../config/text-overrides.ts';
import { type LoadedTexts, loadedOnce } from '../pages/page-texts.ts';
import type { AdminTexts } from './texts/en.ts';

/** The texts of the console, loaded with its first screen. */
export const createConsoleTexts = (own: OwnTexts, languages: Languages): LoadedTexts<AdminTexts> =>
  loadedOnce(async () => (await import('./texts/languages.ts')).consoleTexts(own), languages);
