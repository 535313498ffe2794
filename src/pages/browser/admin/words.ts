import type { AdminTexts } from '../../texts/admin/en.ts';
import { metadata } from '../page.ts';

const all = JSON.parse(metadata('console')) as AdminTexts;

/** The words of every screen. */
export const common = all.common;

/** The words of one screen. Only those of the screen that the page shows are there. */
export const wordsOf = <Name extends keyof AdminTexts>(name: Name): AdminTexts[Name] => all[name];
