import { metadata } from '../../pages/browser/page.ts';
import type { Texts } from '../../pages/texts/en.ts';
import type { AdminTexts } from '../texts/en.ts';
import type { FrameData } from '../views/shell.ts';

const all = JSON.parse(metadata('console')) as AdminTexts & {
  readonly frame: FrameData;
  readonly consent: Texts['connect'];
};

/** The texts that all screens share. */
export const common = all.common;

export const frameData = all.frame;

/** The texts of one screen. */
export const textsOf = <Name extends keyof AdminTexts>(name: Name): AdminTexts[Name] => all[name];

/** The texts of the consent page, for its preview. */
export const consentTexts = all.consent;
