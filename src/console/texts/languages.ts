import { type CompleteTexts, completeTexts, type OwnTexts } from '../../config/text-overrides.ts';
import { adminDe } from './de.ts';
import { type AdminTexts, adminEn } from './en.ts';
import { adminFr } from './fr.ts';

export const CONSOLE_TEXTS = { en: adminEn, de: adminDe, fr: adminFr };

export const consoleTexts = (own: OwnTexts): ReadonlyMap<string, CompleteTexts<AdminTexts>> =>
  completeTexts<AdminTexts>('pages.admin', CONSOLE_TEXTS, own);
