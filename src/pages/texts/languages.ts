import { type CompleteTexts, completeTexts, type OwnTexts } from '../../config/text-overrides.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';

export const PAGE_TEXTS = { en, de, fr };

export const pageTexts = (own: OwnTexts): ReadonlyMap<string, CompleteTexts<Texts>> =>
  completeTexts<Texts>('pages', PAGE_TEXTS, own);
