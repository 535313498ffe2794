import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingEmail } from './transport.ts';

/** The bytes of the e-mail, as they go over the wire. */
export const toMime = ({ messageId, from, replyTo, to, language, subject, text, html }: OutgoingEmail) =>
  new MailComposer({
    messageId,
    from,
    ...(replyTo !== undefined && { replyTo }),
    // The address as an object: it is never parsed again, so it cannot turn into two.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(),
    headers: {
      // RFC 3834, and what Exchange understands instead: no out-of-office replies to us.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

export const bareAddress = (mailbox: string): string => /<([^>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
