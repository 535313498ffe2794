import { metadata } from '../../pages/browser/page.ts';
import type { Texts } from '../../pages/texts/en.ts';
import type { AdminTexts } from '../texts/en.ts';
import type { FrameData } from '../views/shell.ts';

const all = JSON.parse(metadata('console')) as AdminTexts & {
  readonly frame: FrameData;
  readonly consent: Texts['connect'];
};

/** The texts of every screen. */
export const common = all.common;

/** What the frame round every screen shows. */
export const frameData = all.frame;

/** The texts of one screen. Only those of the screen that the page shows are there. */
export const textsOf = <Name extends keyof AdminTexts>(name: Name): AdminTexts[Name] => all[name];

/** The texts of the page that asks people whether an app may use their account. Only the screen of apps has them. */
export const consentTexts = all.consent;
