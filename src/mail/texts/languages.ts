import { type CompleteTexts, completeTexts, type OwnTexts } from '../../config/text-overrides.ts';
import de from './de.json' with { type: 'json' };
import { en } from './en.ts';
import fr from './fr.json' with { type: 'json' };
import type { Texts } from './texts.ts';

/** Kinds without a specific reason get the general one, so that operators can replace each. */
const withReasons = (texts: Texts): Texts => ({
  ...texts,
  kinds: Object.fromEntries(
    Object.entries(texts.kinds).map(([kind, own]) => [kind, { ...own, reason: own.reason ?? texts.reason }]),
  ) as Texts['kinds'],
});

export const EMAIL_TEXTS = { en: withReasons(en), de: withReasons(de), fr: withReasons(fr) };

export type EmailTexts = ReadonlyMap<string, CompleteTexts<Texts>>;

export const emailTexts = (own: OwnTexts): EmailTexts => completeTexts<Texts>('emails', EMAIL_TEXTS, own);
