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

/** The texts of one screen. A page has only those that its screen needs (views/shell.ts). */
export const textsOf = <Name extends keyof AdminTexts>(name: Name): AdminTexts[Name] => all[name];

/** The texts of the consent page, on the screen Apps only. */
export const consentTexts = all.consent;
