import { type Brand, readableTone, textColorOn } from '../../config/brand.ts';
import { escapeHtml } from './hostile-text.ts';

/** What every e-mail of ours consists of. */
export interface Letter {
  readonly language: string;
  readonly subject: string;
  /** Markup already, since the name in it needs some of its own. */
  readonly helloHtml: string;
  readonly intro: string;
  readonly action?: { readonly label: string; readonly link: string; readonly copyLink: string };
  readonly closing: readonly string[];
  readonly helpHtml: string;
}

const LIGHT = { page: '#f3f4f7', card: '#ffffff', text: '#1d2330', faint: '#5b6472', line: '#dfe3ea' };
const DARK = { page: '#14171d', card: '#1f242d', text: '#e8ebf0', faint: '#a5adba', line: '#343b47' };

/** What follows from the brand alone: finding readable tones takes longer than writing a letter. */
export interface Look {
  readonly productHtml: string;
  readonly color: string;
  readonly textOnColor: string;
  readonly linkColor: string;
  readonly styleSheet: string;
}

export const lookOf = ({ productName, color }: Brand): Look => ({
  productHtml: escapeHtml(productName),
  color,
  textOnColor: textColorOn(color),
  linkColor: readableTone(color, LIGHT.card),
  styleSheet: styleSheet(color),
});

/**
 * Tables and inline styles, since that is what mail programs understand; the style sheet only adds dark colours and narrow
 * screens for those that read it. Nothing is loaded from anywhere.
 */
export function htmlLetter(letter: Letter, look: Look): string {
  const { language, subject, helloHtml, intro, action, closing, helpHtml } = letter;
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${look.styleSheet}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(intro)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.page}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px"><tr><td class="text space" style="padding:32px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;color:${LIGHT.text};text-align:left">
<p class="faint" style="margin:0 0 24px;font-weight:600;color:${LIGHT.faint}">${look.productHtml}</p>
${paragraph(helloHtml)}
${paragraph(escapeHtml(intro))}
${action ? buttonHtml(action, look) : ''}${closing.map((text) => paragraph(escapeHtml(text))).join('\n')}
${action ? writtenOutHtml(action, look) : ''}${helpHtml === '' ? '' : `<p class="faint line" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${LIGHT.line};font-size:14px;color:${LIGHT.faint}">${helpHtml}</p>\n`}</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

type Action = NonNullable<Letter['action']>;

const buttonHtml = ({ label, link }: Action, { color, textOnColor }: Look): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:8px;background:${color}"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;font-weight:600;color:${textOnColor};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>\n`;

function writtenOutHtml({ link, copyLink }: Action, { linkColor }: Look): string {
  const href = escapeHtml(link);
  return `<p class="faint" style="margin:24px 0 0;font-size:14px;color:${LIGHT.faint}">${escapeHtml(copyLink)}<br><a class="link" href="${href}" style="color:${linkColor};word-break:break-all">${href}</a></p>\n`;
}

const styleSheet = (color: string): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .space { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
.page { background: ${DARK.page} !important; }
.card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }
.text { color: ${DARK.text} !important; }
.faint { color: ${DARK.faint} !important; }
.line { border-color: ${DARK.line} !important; }
.link { color: ${readableTone(color, DARK.card)} !important; }
}
`;
