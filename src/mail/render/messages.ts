import type { Brand } from '../../config/brand.ts';
import { BUILT_IN, directionOf, type Language, type Languages } from '../../config/languages.ts';
import { formatLifetime } from '../../declare/purposes-and-lifetimes.ts';
import type { EmailKind } from '../../store/queues/outbox.ts';
import { KINDS } from '../../store/tables/email-kinds.ts';
import { EMAIL_TEXTS, type EmailTexts, emailTexts } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { escapeHtml, isolated, unlinked } from './hostile-text.ts';
import { htmlLetter, type Letter, type Look, lookOf } from './layout.ts';
import type { InlineImage, MailLogos } from './logo.ts';
import { type Detail, describeRequest, formatTime, type RequestDetails } from './request-details.ts';
import { fillTemplate, type OwnTemplates, type TemplateValues, templateName } from './template-overrides.ts';

interface Message {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The images in the HTML. */
  readonly images: readonly InlineImage[];
}

interface MessageContents {
  readonly fullName: string;
  /** The recipient. */
  readonly email: string;
  readonly link: string;
  /** A code to type where the login began. */
  readonly code?: string | undefined;
  /** When the account will be deleted, if the e-mail is about that; a string is shown as it is. */
  readonly deletionAtMs?: number | string;
  /** Shown in kinds with `showsRequest`; a string is shown as it is. */
  readonly request: RequestDetails | string;
}

export interface Messages {
  /** An unavailable language falls back to the first available one. */
  render(kind: EmailKind, language: string, contents: MessageContents): Message;
}

interface MessageSettings {
  readonly brand: Brand;
  readonly templates?: OwnTemplates | undefined;
  readonly languages?: Languages;
  readonly texts?: EmailTexts;
  readonly logos?: MailLogos;
}

export function createMessages(settings: MessageSettings): Messages {
  const { brand, templates, languages = BUILT_IN, texts = emailTexts(new Map()), logos = {} } = settings;
  const look = lookOf(brand, logos);
  return {
    render(kind, requested, given) {
      const language = languages.find(requested) ?? languages.fallback;
      const words = texts.get(language)?.texts ?? EMAIL_TEXTS.en;
      const contents = { ...given, fullName: unlinked(given.fullName) };
      const details = KINDS[kind].showsRequest ? detailsOf(contents.request, language, words) : [];
      const parts = { kind, language, words, brand, look, details };
      const template = templates?.get(templateName(kind, language));
      const message = template
        ? { language, ...fillTemplate(template, valuesFor(parts, contents)) }
        : write(parts, contents);
      return { ...message, images: imagesIn(message.html, logos) };
    },
  };
}

/** Everything but the contents of an e-mail. */
interface Parts {
  readonly kind: EmailKind;
  readonly language: Language;
  readonly words: Texts;
  readonly brand: Brand;
  readonly look: Look;
  readonly details: readonly Detail[];
}

function detailsOf(request: RequestDetails | string, language: Language, { details: labels }: Texts): Detail[] {
  if (typeof request === 'string') return [{ label: labels.time, value: request }];
  return describeRequest(request, language, labels);
}

const valuesFor = (
  { kind, language, brand, details }: Parts,
  { fullName: name, email, link, code = '', deletionAtMs }: MessageContents,
): TemplateValues => ({
  name,
  email,
  link,
  code,
  product: brand.productName,
  support: brand.supportEmail ?? '',
  expiry: formatExpiry(kind, language),
  request: details.map(({ value }) => value).join(', '),
  date: formatDate(deletionAtMs, language),
});

const formatDate = (at: number | string | undefined, language: Language): string =>
  typeof at === 'number' ? formatTime(at, language) : (at ?? '');

function write(
  parts: Parts,
  { fullName, email, link, code = '', deletionAtMs }: MessageContents,
): Omit<Message, 'images'> {
  const { language, words, brand, look, details } = parts;
  const { subject, intro, reason, button, closing } = bodyOf(parts, formatDate(deletionAtMs, parts.language));
  const { productName: product, supportEmail: support } = brand;
  const text = [
    fill(words.hello, { name: isolated(fullName) }),
    intro,
    code,
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    button ? link : '',
    closing.join('\n'),
    [fill(reason, { email, product }), support === undefined ? '' : fill(words.help, { support })]
      .filter(isNotEmpty)
      .join('\n'),
  ];
  const letter: Letter = {
    language,
    direction: directionOf(language),
    subject,
    helloHtml: fillHtml(words.hello, { name: `<bdi>${escapeHtml(fullName)}</bdi>` }),
    intro,
    ...(code !== '' && { code }),
    details,
    ...(button && { action: { label: button, link, copyLink: words.copyLink } }),
    closing,
    footerHtml: [
      fillHtml(reason, { email: escapeHtml(email), product: escapeHtml(product) }),
      ...(support === undefined ? [] : [fillHtml(words.help, { support: mailToHtml(support, look) })]),
    ],
  };
  return {
    language,
    subject,
    text: `${text.filter(isNotEmpty).join('\n\n')}\n\n-- \n${product}\n`,
    html: htmlLetter(letter, look),
  };
}

/** Templates may show the logo too, as `cid:logo`. */
const imagesIn = (html: string, { light, dark }: MailLogos): InlineImage[] =>
  [light, dark].filter((logo) => logo !== undefined).filter(({ cid }) => html.includes(`"cid:${cid}"`));

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

function bodyOf({ kind, language, words, brand }: Parts, date: string): LetterBody {
  const texts = words.kinds[kind];
  const { productName: product } = brand;
  const letter = {
    subject: fill(texts.subject, { product }),
    intro: fill(texts.intro, { product, date }),
    reason: texts.reason ?? words.reason,
  };
  if (!('button' in texts)) return { ...letter, closing: [texts.advice] };
  const expiry = fill(texts.expiry, { duration: formatExpiry(kind, language) });
  return { ...letter, button: texts.button, closing: [expiry, texts.ignore] };
}

/** Empty for e-mails without a link that expires. */
function formatExpiry(kind: EmailKind, language: Language): string {
  const { link } = KINDS[kind];
  return link ? formatLifetime(link.purpose, language) : '';
}

type Values = Readonly<Record<string, string>>;

/** Replaces `{name}` by the value of that name. Values are not searched for placeholders again. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** Like `fill`, for HTML: escapes the text, but not the values, which are HTML already. */
const fillHtml = (text: string, htmlValues: Values): string => fill(escapeHtml(text), htmlValues);
