import type { PageContext } from '../pages/page.ts';
import type { PageSettings } from '../pages/page-endpoints.ts';
import type { LoadedTexts } from '../pages/page-texts.ts';
import type { AdminTexts } from './texts/en.ts';

interface ConsoleFeatures {
  /** ADMIN_EMAIL_CHANGE=at-once: administrators may change addresses without a confirmation. */
  readonly changesEmailsAtOnce: boolean;
  /** ACT_AS_USER: administrators may act as a user. */
  readonly actsAsUsers: boolean;
}

export interface ConsoleSettings extends PageSettings, ConsoleFeatures {
  readonly consoleTexts: LoadedTexts<AdminTexts>;
}

/** What a view of the console may know when it is drawn. */
export interface ConsoleContext extends PageContext, ConsoleFeatures {
  readonly admin: AdminTexts;
  /** The address of the style sheet of its screens. */
  readonly consoleStylesheet: () => string;
}
