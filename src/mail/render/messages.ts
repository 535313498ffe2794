import type { Brand } from '../../config/brand.ts';
import { LANGUAGES, type Language } from '../../config/languages.ts';
import type { EmailKind } from '../../store/outbox.ts';
import { lifetimeInWords } from '../../tokens/purposes-and-lifetimes.ts';
import { KINDS } from '../kinds.ts';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { fr } from '../texts/fr.ts';
import type { Texts } from '../texts/texts.ts';
import { fill, fillHtml } from './fill.ts';
import { escapeHtml, isolated, unlinked } from './hostile-text.ts';
import { htmlLetter, type Look, lookOf } from './layout.ts';
import { type Detail, describeRequest, type RequestDetails } from './request-details.ts';
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
  /** The recipient. */
  readonly email: string;
  readonly link: string;
  /** Shown in kinds that tell about the request; a string is shown as it is. */
  readonly request: RequestDetails | string;
}

export interface Messages {
  /** An unsupported language falls back to the first supported one. */
  render(kind: EmailKind, language: string, contents: MessageContents): Message;
}

export function createMessages(brand: Brand, own: OwnTemplates = new Map()): Messages {
  const look = lookOf(brand);
  return {
    render(kind, wished, given) {
      const language = LANGUAGES.find((one) => one === wished) ?? LANGUAGES[0];
      const contents = { ...given, fullName: unlinked(given.fullName) };
      const details = KINDS[kind].tellsRequest ? detailsOf(contents.request, language) : [];
      const template = own.get(templateName(kind, language));
      if (!template) return write(kind, language, contents, { brand, look, details });
      return { language, ...fillTemplate(template, valuesFor(kind, language, contents, { brand, details })) };
    },
  };
}

function detailsOf(request: RequestDetails | string, language: Language): Detail[] {
  const labels = TEXTS[language].details;
  if (typeof request === 'string') return [{ label: labels.time, value: request }];
  return describeRequest(request, language, labels);
}

const valuesFor = (
  kind: EmailKind,
  language: Language,
  { fullName, email, link }: MessageContents,
  { brand, details }: { brand: Brand; details: readonly Detail[] },
) => ({
  name: fullName,
  email,
  link,
  product: brand.productName,
  support: brand.supportEmail ?? '',
  expiry: expiryInWords(kind, language),
  request: details.map(({ value }) => value).join(', '),
});

interface Setting {
  readonly brand: Brand;
  readonly look: Look;
  readonly details: readonly Detail[];
}

function write(kind: EmailKind, language: Language, contents: MessageContents, setting: Setting): Message {
  const { brand, look, details } = setting;
  const { fullName, email, link } = contents;
  const texts = TEXTS[language];
  const { subject, intro, reason, button, closing } = bodyOf(kind, language, brand.productName);
  const { supportEmail: support } = brand;
  const about = { email, product: brand.productName };
  const text = [
    fill(texts.hello, { name: isolated(fullName) }),
    intro,
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    button ? link : '',
    closing.join('\n'),
    [fill(reason, about), support === undefined ? '' : fill(texts.help, { support })].filter(isNotEmpty).join('\n'),
  ];
  return {
    language,
    subject,
    text: `${text.filter(isNotEmpty).join('\n\n')}\n\n-- \n${brand.productName}\n`,
    html: htmlLetter(
      {
        language,
        direction: 'ltr',
        subject,
        helloHtml: fillHtml(texts.hello, { name: `<bdi>${escapeHtml(fullName)}</bdi>` }),
        intro,
        details,
        ...(button && { action: { label: button, link, copyLink: texts.copyLink } }),
        closing,
        footerHtml: [
          fillHtml(reason, { email: escapeHtml(about.email), product: escapeHtml(about.product) }),
          ...(support === undefined ? [] : [fillHtml(texts.help, { support: mailToHtml(support, look) })]),
        ],
      },
      look,
    ),
  };
}

const isNotEmpty = (text: string): boolean => text !== '';

const mailToHtml = (address: string, { linkColor }: Look): string =>
  `<a class="link" href="mailto:${escapeHtml(address)}" style="color:${linkColor}">${escapeHtml(address)}</a>`;

interface LetterBody {
  readonly subject: string;
  readonly intro: string;
  readonly reason: string;
  readonly button?: string;
  readonly closing: readonly string[];
}

function bodyOf(kind: EmailKind, language: Language, product: string): LetterBody {
  const texts = TEXTS[language].kinds[kind];
  const letter = {
    subject: fill(texts.subject, { product }),
    intro: fill(texts.intro, { product }),
    reason: texts.reason ?? TEXTS[language].reason,
  };
  if (!('button' in texts)) return { ...letter, closing: [texts.advice] };
  const expiry = fill(texts.expiry, { duration: expiryInWords(kind, language) });
  return { ...letter, button: texts.button, closing: [expiry, texts.ignore] };
}

/** Empty for e-mails without a link that expires. */
function expiryInWords(kind: EmailKind, language: Language): string {
  const { link } = KINDS[kind];
  return link ? lifetimeInWords(link.purpose, language) : '';
}
