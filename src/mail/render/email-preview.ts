import type { EmailKind } from '../../store/tables/outbox.ts';
import { KINDS, mailedLink } from '../email-kinds.ts';
import { withImages } from './logo.ts';
import type { Messages } from './messages.ts';

/** Replaces the token, so that the links of a preview do nothing. */
const NO_TOKEN = 'example';
const EMAIL = 'ada@example.com';
const DAY_MS = 86_400_000;

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
    const { link } = KINDS[kind];
    const { subject, text, html, images } = messages.render(kind, language, {
      fullName: 'Ada Lovelace',
      email: EMAIL,
      link: link ? mailedLink(frontendUrl(), link, NO_TOKEN, EMAIL) : '',
      ...(kind === 'login_code' && { code: '12345678' }),
      deletionAtMs: nowMs() + 14 * DAY_MS,
      request: {
        atMs: nowMs(),
        network: '203.0.113.x',
        device: 'Firefox, Linux',
        ...(/^identity_/.test(kind) && { provider: 'Google' }),
        ...(kind === 'acted_as' && { reason: 'Ticket 4711' }),
        ...(kind === 'api_key_made' && { key: 'Support desk (lk_3f9a1c0b7d24_…)' }),
      },
    });
    return { subject, text, html: withImages(html, images) };
  };
