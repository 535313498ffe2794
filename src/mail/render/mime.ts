import type MailComposer from 'nodemailer/lib/mail-composer';
import { requireCommonJs } from '../../lib/require-common-js.ts';
import type { OutgoingEmail } from '../transport.ts';
import type { InlineImage } from './logo.ts';

const Composer = requireCommonJs('nodemailer/lib/mail-composer') as typeof MailComposer;

export const toMime = (email: OutgoingEmail): Promise<Buffer> => new Composer(toMessage(email)).compile().build();

/** The e-mail as nodemailer takes it. */
export function toMessage(email: OutgoingEmail) {
  const { messageId, from, replyTo, to, language, subject, text, html, images = [] } = email;
  return {
    messageId,
    from,
    ...(replyTo !== undefined && { replyTo }),
    // An object is not parsed again, so one address cannot turn into two.
    to: { name: '', address: to },
    subject,
    text: withCrlf(text),
    html: withCrlf(html),
    attachments: images.map(attachment),
    encoding: 'quoted-printable',
    headers: {
      // Suppress out-of-office replies: RFC 3834, and the header that Exchange understands.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
    },
    disableUrlAccess: true,
    disableFileAccess: true,
  };
}

/** E-mails need CRLF, and the composer does not convert line ends. */
const withCrlf = (text: string): string => text.replace(/\r?\n|\r/g, '\r\n');

const attachment = ({ cid, png }: InlineImage) => ({
  cid,
  content: png,
  filename: `${cid}.png`,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
});
