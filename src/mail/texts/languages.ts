import { type CompleteTexts, completeTexts, type OwnTexts } from '../../config/text-overrides.ts';
import type { BuiltInLanguage } from '../../declare/email.ts';
import { DECLARED_FEATURES } from '../../features/declarations.ts';
import de from './de.json' with { type: 'json' };
import { en } from './en.ts';
import fr from './fr.json' with { type: 'json' };
import type { CoreTexts, Texts } from './texts.ts';

/**
 * Adds the kinds of features. Kinds without a specific reason get the general one, so that operators can replace each.
 */
function complete(language: BuiltInLanguage, core: CoreTexts): Texts {
  const kinds = [
    ...Object.entries(core.kinds),
    ...DECLARED_FEATURES.flatMap(({ emails = {} }) => Object.entries(emails)).map(
      ([kind, { texts }]) => [kind, texts[language]] as const,
    ),
  ].map(([kind, texts]) => [kind, { ...texts, reason: texts.reason ?? core.reason }]);
  return { ...core, kinds: Object.fromEntries(kinds) };
}

export const EMAIL_TEXTS = { en: complete('en', en), de: complete('de', de), fr: complete('fr', fr) };

export type EmailTexts = ReadonlyMap<string, CompleteTexts<Texts>>;

export const emailTexts = (own: OwnTexts): EmailTexts => completeTexts<Texts>('emails', EMAIL_TEXTS, own);
