import { type CompleteTexts, completeTexts, type OwnTexts } from '../../config/text-overrides.ts';
import { formatLifetime, type MailedProof } from '../../declare/purposes-and-lifetimes.ts';
import de from './de.json' with { type: 'json' };
import { en, type Texts } from './en.ts';
import fr from './fr.json' with { type: 'json' };

/** `{lifetime:password_reset}` becomes the lifetime of that link or code, in words. */
const withLifetimes = (texts: Texts, language: string): Texts =>
  JSON.parse(
    JSON.stringify(texts).replace(/\{lifetime:(\w+)\}/g, (_, proof: MailedProof) => formatLifetime(proof, language)),
  );

export const PAGE_TEXTS = { en, de: withLifetimes(de, 'de'), fr: withLifetimes(fr, 'fr') };

export const pageTexts = (own: OwnTexts): ReadonlyMap<string, CompleteTexts<Texts>> =>
  completeTexts<Texts>('pages', PAGE_TEXTS, own);
