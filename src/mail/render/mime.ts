import { randomBytes } from 'node:crypto';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { OutgoingEmail } from '../transport.ts';

const encoder = new MimeNode();

/**
 * The bytes of the e-mail, as they go over the wire. Put together here from nodemailer's parts: its composer, which can do much more
 * than two texts, takes longer over an e-mail than all the rest of a registration but its hash.
 */
export function toMime(email: OutgoingEmail): Buffer {
  const { messageId, from, replyTo, to, language, subject, text, html } = email;
  // No text can hold the line that ends a part: it has more random bits than there will ever be e-mails.
  const boundary = `--_latchkey-${randomBytes(16).toString('hex')}`;
  const head = [
    header('From', from),
    // The address as an object: it is never parsed again, so it cannot turn into two.
    header('To', { name: '', address: to }),
    ...(replyTo === undefined ? [] : [header('Reply-To', replyTo)]),
    header('Subject', subject),
    header('Message-ID', messageId),
    // RFC 3834, and what Exchange understands instead: no out-of-office replies to us.
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    header('Content-Language', language),
    header('Date', new Date()),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`,
  ];
  const parts = [part('text/plain', text), part('text/html', html)].map((lines) => `--${boundary}\r\n${lines}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${parts.join('\r\n')}\r\n--${boundary}--\r\n`, 'latin1');
}

type HeaderValue = Parameters<MimeNode['encodeHeaderValue']>[1];

const header = (name: string, value: HeaderValue): string =>
  foldLines(`${name}: ${encoder.encodeHeaderValue(name, value)}`, 76);

const part = (type: string, content: string): string =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(content)}`;

const quotedPrintable = (content: string): string => wrap(encode(content.replace(/\r?\n|\r/g, '\r\n')), 76);

export const bareAddress = (mailbox: string): string => /<([^>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
