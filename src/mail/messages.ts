import type { EmailKind } from '../store/outbox.ts';

/** ALL the text of the e-mails. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MessageContents {
  readonly fullName: string;
  readonly link: string;
}

interface Wording {
  readonly subject: string;
  readonly intro: string;
  readonly button: string;
  readonly expiry: string;
  readonly ignore: string;
}

const WORDING: Record<EmailKind, Wording> = {
  verification: {
    subject: 'Verify your account',
    intro: 'Please confirm your e-mail address to activate your account:',
    button: 'Verify my account',
    expiry: 'This link works for 24 hours.',
    ignore: 'If you did not create an account, you can ignore this e-mail.',
  },
  password_reset: {
    subject: 'Reset your password',
    intro: 'Someone asked to reset the password of your account. To choose a new one, open this link:',
    button: 'Choose a new password',
    expiry: 'This link works once, for 30 minutes.',
    ignore: 'If it was not you, ignore this e-mail: your password stays as it is.',
  },
};

export function renderMessage(kind: EmailKind, { fullName, link }: MessageContents): Message {
  const { subject, intro, button, expiry, ignore } = WORDING[kind];
  return {
    subject,
    text: `Hello ${fullName},\n\n${intro}\n\n${link}\n\n${expiry}\n${ignore}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<p>Hello ${escapeHtml(fullName)},</p>
<p>${escapeHtml(intro)}</p>
<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>
<p>${escapeHtml(expiry)}<br>${escapeHtml(ignore)}</p>
</body>
</html>
`,
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
