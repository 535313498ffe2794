import { type CompleteTexts, completeTexts, type OwnTexts } from '../../config/text-overrides.ts';
import de from './de.json' with { type: 'json' };
import { type AdminTexts, adminEn } from './en.ts';
import fr from './fr.json' with { type: 'json' };

export const CONSOLE_TEXTS = { en: adminEn, de, fr } satisfies Record<string, AdminTexts>;

export const consoleTexts = (own: OwnTexts): ReadonlyMap<string, CompleteTexts<AdminTexts>> =>
  completeTexts<AdminTexts>('pages.admin', CONSOLE_TEXTS, own);
