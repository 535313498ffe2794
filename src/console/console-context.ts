import type { Languages } from '../config/languages.ts';
import type { OwnTexts } from '../config/text-overrides.ts';
import type { PageContext } from '../pages/page.ts';
import type { PageSettings } from '../pages/page-endpoints.ts';
import { type LoadedTexts, loadedOnce } from '../pages/page-texts.ts';
import type { AdminTexts } from './texts/en.ts';

export interface ConsoleSettings extends PageSettings {
  readonly consoleTexts: LoadedTexts<AdminTexts>;
}

/** The context of console views. */
export interface ConsoleContext extends PageContext {
  readonly admin: AdminTexts;
  /** The address of the console's style sheet. */
  readonly consoleStylesheet: () => string;
}

/** The texts of the console, loaded with its first screen. */
export const createConsoleTexts = (own: OwnTexts, languages: Languages): LoadedTexts<AdminTexts> =>
  loadedOnce(async () => (await import('./texts/languages.ts')).consoleTexts(own), languages);
