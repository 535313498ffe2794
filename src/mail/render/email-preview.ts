import { hasCode } from '../../declare/email.ts';
import { type EmailKind, KINDS } from '../../store/tables/email-kinds.ts';
import { mailedLink, payloadContents } from '../compose.ts';
import { withImages } from './logo.ts';
import type { Messages } from './messages.ts';

/** Replaces the token, so that the links of a preview do nothing. */
const NO_TOKEN = 'example';
const EMAIL = 'ada@example.com';
const REQUEST = { network: '203.0.113.x', device: 'Firefox, Linux' };

export interface EmailPreview {
  readonly subject: string;
  readonly text: string;
  /** HTML with its images as `data:` URLs, for a browser. */
  readonly html: string;
}

/** Renders e-mails as they are sent, custom texts and templates included, with sample contents. */
export const createEmailPreview =
  (messages: Messages, frontendUrl: () => string, nowMs: () => number) =>
  (kind: EmailKind, language: string): EmailPreview => {
    const { link, payload } = KINDS[kind];
    const { subject, text, html, images } = messages.render(kind, language, {
      fullName: 'Ada Lovelace',
      email: EMAIL,
      link: link ? mailedLink(frontendUrl(), link, NO_TOKEN, EMAIL) : '',
      ...(hasCode(KINDS[kind]) && { code: '12345678' }),
      ...payloadContents({ ...REQUEST, ...payload }, nowMs()),
    });
    return { subject, text, html: withImages(html, images) };
  };

export const isEmailKind = (name: string): name is EmailKind => Object.hasOwn(KINDS, name);
