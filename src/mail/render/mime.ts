import { randomBytes } from 'node:crypto';
import type MimeNode from 'nodemailer/lib/mime-node';
import { requireCommonJs } from '../../runtime/require-common-js.ts';
import type { OutgoingEmail } from '../transport.ts';
import type { InlineImage } from './logo.ts';

const { foldLines } = requireCommonJs('nodemailer/lib/mime-funcs') as typeof import('nodemailer/lib/mime-funcs');
const { encode, wrap } = requireCommonJs('nodemailer/lib/qp') as typeof import('nodemailer/lib/qp');
const encoder = new (requireCommonJs('nodemailer/lib/mime-node') as typeof MimeNode)();

/**
 * The bytes of an e-mail as they are sent. Built from nodemailer's encoders: its composer takes longer over an e-mail than everything else in
 * a registration except for the password hash.
 */
export function toMime(email: OutgoingEmail): Buffer {
  const { messageId, from, replyTo, to, language, subject, text, html, images = [] } = email;
  const headers = [
    header('From', from),
    // The address as an object: it is never parsed again, so it cannot turn into two.
    header('To', { name: '', address: to }),
    ...(replyTo === undefined ? [] : [header('Reply-To', replyTo)]),
    header('Subject', subject),
    header('Message-ID', messageId),
    // Suppress out-of-office replies: RFC 3834, and the header that Exchange understands.
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    header('Content-Language', language),
    header('Date', new Date()),
    'MIME-Version: 1.0',
  ];
  const htmlPart = textPart('text/html', html);
  const shown =
    images.length === 0 ? htmlPart : multipart('related; type="text/html"', [htmlPart, ...images.map(imagePart)]);
  const body = multipart('alternative', [textPart('text/plain', text), shown]);
  return Buffer.from(`${headers.join('\r\n')}\r\n${body}\r\n`, 'latin1');
}

type HeaderValue = Parameters<MimeNode['encodeHeaderValue']>[1];

const header = (name: string, value: HeaderValue): string =>
  foldLines(`${name}: ${encoder.encodeHeaderValue(name, value)}`, 76);

function multipart(type: string, parts: readonly string[]): string {
  // Random, so that no text can contain the boundary that ends a part.
  const boundary = `--_latchkey-${randomBytes(16).toString('hex')}`;
  const body = parts.map((part) => `--${boundary}\r\n${part}`).join('\r\n');
  return `Content-Type: multipart/${type};\r\n boundary="${boundary}"\r\n\r\n${body}\r\n--${boundary}--`;
}

const textPart = (type: string, content: string): string =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(content)}`;

const imagePart = ({ cid, png }: InlineImage): string =>
  `Content-Type: image/png; name="${cid}.png"\r\nContent-ID: <${cid}>\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: inline; filename="${cid}.png"\r\n\r\n${base64(png)}`;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll(/.{76}(?=.)/g, '$&\r\n');

/** Nothing but what has to be encoded is handed to encode(): the buffers that it takes, four times its input, wait outside the heap until they are collected. */
const quotedPrintable = (content: string): string => {
  const lines = content.replace(/\r?\n|\r/g, '\r\n').replaceAll('=', '=3D');
  return wrap(lines.replace(NOT_PRINTABLE, encode), 76);
};

/** RFC 2045, section 6.7: everything but printable ASCII, and the white space that ends a line. */
const NOT_PRINTABLE = /[^\t\r\n -~]+|[\t ](?=\r\n|$)/g;
