import type { Brand } from '../../config/brand.ts';
import { LANGUAGES, type Language } from '../../config/languages.ts';
import type { EmailKind } from '../../store/outbox.ts';
import { lifetimeInWords } from '../../tokens/purposes-and-lifetimes.ts';
import { KINDS } from '../kinds.ts';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { fr } from '../texts/fr.ts';
import type { Texts } from '../texts/texts.ts';
import { escapeHtml, isolated, unlinked } from './hostile-text.ts';
import { htmlLetter, type Look, lookOf } from './layout.ts';
import { fillTemplate, type OwnTemplates, templateName } from './template-overrides.ts';

const TEXTS: Record<Language, Texts> = { en, de, fr };

export interface Message {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MessageContents {
  readonly fullName: string;
  readonly link: string;
}

export interface Messages {
  /** A language that is not ours any more is answered in the first of ours. */
  render(kind: EmailKind, language: string, contents: MessageContents): Message;
}

export function createMessages(brand: Brand, own: OwnTemplates = new Map()): Messages {
  const look = lookOf(brand);
  return {
    render(kind, wished, { fullName, link }) {
      const language = LANGUAGES.find((one) => one === wished) ?? LANGUAGES[0];
      const contents = { fullName: unlinked(fullName), link };
      const template = own.get(templateName(kind, language));
      if (!template) return write(kind, language, contents, { brand, look });
      return { language, ...fillTemplate(template, valuesFor(kind, language, contents, brand)) };
    },
  };
}

const valuesFor = (kind: EmailKind, language: Language, { fullName, link }: MessageContents, brand: Brand) => ({
  name: fullName,
  link,
  product: brand.productName,
  support: brand.supportEmail ?? '',
  expiry: expiryInWords(kind, language),
});

function write(
  kind: EmailKind,
  language: Language,
  { fullName, link }: MessageContents,
  { brand, look }: { brand: Brand; look: Look },
): Message {
  const texts = TEXTS[language];
  const { subject, intro, button, closing } = bodyOf(kind, language, brand.productName);
  const help = brand.supportEmail === undefined ? [] : [texts.help(brand.supportEmail)];
  const lines = [texts.hello(isolated(fullName)), intro, ...(button ? [link] : []), closing.join('\n'), ...help];
  return {
    language,
    subject,
    text: `${lines.join('\n\n')}\n\n-- \n${brand.productName}\n`,
    html: htmlLetter(
      {
        language,
        subject,
        helloHtml: escapeHtml(texts.hello('\0')).replace('\0', () => `<bdi>${escapeHtml(fullName)}</bdi>`),
        intro,
        ...(button && { action: { label: button, link, copyLink: texts.copyLink } }),
        closing,
        helpHtml: help.map(escapeHtml).join(''),
      },
      look,
    ),
  };
}

interface LetterBody {
  readonly subject: string;
  readonly intro: string;
  readonly button?: string;
  readonly closing: readonly string[];
}

function bodyOf(kind: EmailKind, language: Language, product: string): LetterBody {
  const texts = TEXTS[language].kinds[kind];
  const { subject, intro } = texts;
  const letter = { subject: subject(product), intro: intro(product) };
  if (!('button' in texts)) return { ...letter, closing: [texts.advice] };
  return { ...letter, button: texts.button, closing: [texts.expiry(expiryInWords(kind, language)), texts.ignore] };
}

/** Empty where there is no link that expires. */
function expiryInWords(kind: EmailKind, language: Language): string {
  const { link } = KINDS[kind];
  return link ? lifetimeInWords(link.purpose, language) : '';
}
