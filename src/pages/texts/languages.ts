import type { Language } from '../../config/languages.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de, fr };
