import { type Brand, readableTone, textColorOn } from '../../config/brand.ts';
import { escapeHtml } from './hostile-text.ts';
import type { MailLogo, MailLogos } from './logo.ts';
import type { Detail } from './request-details.ts';

/** The contents of an e-mail. Members that end in `Html` are HTML, all others are text. */
export interface Letter {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly helloHtml: string;
  readonly intro: string;
  readonly code?: string;
  readonly details: readonly Detail[];
  readonly action?: { readonly label: string; readonly link: string; readonly copyLink: string };
  readonly closing: readonly string[];
  /** The lines below the card. */
  readonly footerHtml: readonly string[];
}

const LIGHT = { page: '#f3f4f7', card: '#ffffff', box: '#f3f4f7', text: '#1d2330', faint: '#5b6472', line: '#dfe3ea' };
const DARK = { page: '#14171d', card: '#1f242d', box: '#2a303b', text: '#e8ebf0', faint: '#a5adba', line: '#343b47' };

const WIDTH = 520;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const NAME_FONT = `${FONT};font-size:17px;font-weight:600;color:${LIGHT.text}`;
const SMALL_FONT = `${FONT};font-size:14px;line-height:1.5`;
const TABLE = 'table role="presentation" cellpadding="0" cellspacing="0"';

const CARD =
  `padding:32px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px;` +
  `${FONT};font-size:16px;line-height:1.55;color:${LIGHT.text}`;

/** Word uses only the first family of a list, and falls back to Times. */
const OUTLOOK_FONT =
  "<!--[if mso]><style>body, td, p, h1, a { font-family: 'Segoe UI', Arial, sans-serif !important; " +
  '}</style><![endif]-->';

/** What depends on the brand only. Computed once, because finding readable tones takes longer than rendering. */
export interface Look {
  readonly headHtml: string;
  readonly color: string;
  readonly textOnColor: string;
  readonly linkColor: string;
  readonly styleSheet: string;
}

export function lookOf(brand: Brand, logos: MailLogos): Look {
  const { color } = brand;
  const textOnColor = textColorOn(color);
  return {
    headHtml: logos.light ? logoHtml(brand, logos.light, logos.dark) : headHtml(brand, textOnColor),
    color,
    textOnColor,
    linkColor: readableTone(color, LIGHT.page),
    styleSheet: styleSheet(color, logos.dark !== undefined),
  };
}

/**
 * Tables and inline styles, because mail programs support little else; the style sheet adds dark colours and narrow
 * screens. Nothing is loaded. Outlook on Windows renders with Word: it gets a fixed width, `mso-` and `bgcolor`.
 */
export function htmlLetter(letter: Letter, look: Look): string {
  const { language, direction, subject, helloHtml, intro, code, details, action, closing, footerHtml } = letter;
  const align = direction === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${look.styleSheet}</style>
${OUTLOOK_FONT}
</head>
<body class="page" bgcolor="${LIGHT.page}" style="margin:0;padding:0;background:${LIGHT.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(intro)}</div>
<${TABLE} class="page" dir="${direction}" width="100%" bgcolor="${LIGHT.page}" style="background:${LIGHT.page}">
<tr><td align="center" style="padding:32px 12px">
<!--[if mso]><${TABLE} align="center" width="${WIDTH}"><tr><td><![endif]-->
<${TABLE} width="100%" style="max-width:${WIDTH}px;table-layout:fixed">
<tr><td class="text" align="${align}" style="padding:0 4px 20px;${NAME_FONT}">${look.headHtml}</td></tr>
<tr><td class="card text space" align="${align}" bgcolor="${LIGHT.card}" style="${CARD}">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:650">${escapeHtml(subject)}</h1>
${paragraph(helloHtml)}
${paragraph(escapeHtml(intro))}
${code === undefined ? '' : codeHtml(code)}${details.length > 0 ? detailsHtml(details, align) : ''}
${action ? buttonHtml(action, look) : ''}
${closing.map((text) => paragraph(escapeHtml(text), text === closing.at(-1) ? 0 : 8)).join('\n')}
${action ? plainLinkHtml(action, look) : ''}</td></tr>
<tr><td class="faint" align="${align}"
  style="padding:20px 4px 0;${FONT};font-size:13px;line-height:1.5;color:${LIGHT.faint}">
${footerHtml.map((html) => paragraph(html, 4)).join('\n')}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

const paragraph = (html: string, marginBelow = 16): string => `<p style="margin:0 0 ${marginBelow}px">${html}</p>`;

const CODE_FONT =
  'font-family:ui-monospace,Consolas,monospace;font-size:30px;line-height:1.3;font-weight:650;letter-spacing:2px';

/** Shows the code in two groups, which are copied as one. */
const codeHtml = (code: string): string =>
  `<p dir="ltr" style="margin:0 0 20px;${CODE_FONT}">` +
  `<span>${code.slice(0, 4)}</span><span style="margin-left:10px">${code.slice(4)}</span></p>\n`;

/** The product's initial on the brand's colour, and its name: most mail programs do not show SVG. */
function headHtml({ productName, initial, color }: Brand, textOnColor: string): string {
  const style =
    `width:32px;height:32px;border-radius:9px;background:${color};color:${textOnColor};` +
    `${FONT};font-size:18px;font-weight:700;line-height:32px`;
  const mark = `<td width="32" height="32" align="center" bgcolor="${color}" aria-hidden="true"
    style="${style}">${escapeHtml(initial)}</td>`;
  return `<${TABLE}><tr>${mark}${nameHtml(productName)}</tr></table>`;
}

/** A wordmark, more than twice as wide as high, stands alone; any other logo has the product's name beside it. */
function logoHtml({ productName }: Brand, light: MailLogo, dark: MailLogo | undefined): string {
  const isWordmark = light.width > 2 * light.height;
  const image = ({ cid, width, height }: MailLogo, isHidden: boolean) =>
    `<img class="${cid}" src="cid:${cid}" width="${width}" height="${height}"
      alt="${isWordmark ? escapeHtml(productName) : ''}"
      style="display:${isHidden ? 'none' : 'block'};border:0;width:${width}px;height:${height}px">`;
  // Outlook ignores display:none.
  const images = image(light, false) + (dark ? `<!--[if !mso]><!-->${image(dark, true)}<!--<![endif]-->` : '');
  if (isWordmark) return images;
  return `<${TABLE}><tr><td>${images}</td>${nameHtml(productName)}</tr></table>`;
}

const nameHtml = (productName: string): string =>
  `<td class="text" style="padding:0 10px;${NAME_FONT}">${escapeHtml(productName)}</td>`;

function detailsHtml(details: readonly Detail[], align: string): string {
  const rows = details.map(({ label, value }, index) => {
    const [above, below] = [index === 0 ? 12 : 2, index === details.length - 1 ? 12 : 2];
    const cell = (padding: string, color: string) => `padding:${padding};${SMALL_FONT};color:${color}`;
    return `<tr><td class="faint" width="1%" align="${align}" valign="top"
      style="${cell(`${above}px 16px ${below}px`, LIGHT.faint)};white-space:nowrap">${escapeHtml(label)}</td>
      <td class="text" align="${align}"
      style="${cell(`${above}px 16px ${below}px 0`, LIGHT.text)}">${escapeHtml(value)}</td></tr>`;
  });
  const box = `<${TABLE} class="box" width="100%" bgcolor="${LIGHT.box}"
    style="background:${LIGHT.box};border-radius:8px">${rows.join('')}</table>`;
  return spaced(box, '0 0 20px', '100%');
}

/** Adds space around a table: Word ignores margins. */
function spaced(tableHtml: string, padding: string, width?: string): string {
  const size = width === undefined ? '' : ` width="${width}"`;
  return `<${TABLE}${size}><tr><td style="padding:${padding}">${tableHtml}</td></tr></table>\n`;
}

type Action = NonNullable<Letter['action']>;

/** The link has the padding, so that the whole button is clickable; in Outlook the cell has it. */
function buttonHtml({ label, link }: Action, { color, textOnColor }: Look): string {
  const style =
    `display:inline-block;padding:13px 26px;${FONT};font-size:16px;font-weight:600;` +
    `color:${textOnColor};text-decoration:none`;
  const button = `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a>`;
  const cell = `border-radius:9px;background:${color};mso-padding-alt:13px 26px`;
  return spaced(`<${TABLE}><tr><td bgcolor="${color}" style="${cell}">${button}</td></tr></table>`, '8px 0 24px');
}

/** The link on one line, truncated by CSS only, so that it can be copied. Outlook wraps it instead. */
function plainLinkHtml({ link, copyLink }: Action, { linkColor }: Look): string {
  const href = escapeHtml(link);
  const line = `border-top:1px solid ${LIGHT.line};font-size:13px;color:${LIGHT.faint}`;
  const truncated = 'display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;word-break:break-all';
  return `<p class="faint line" style="margin:24px 0 0;padding:16px 0 0;${line}">${escapeHtml(copyLink)}</p>
<p dir="ltr" style="margin:0;font-size:13px"><a class="link" href="${href}"
  style="${truncated};color:${linkColor}">${href}</a></p>
`;
}

const SWAP = '\n.logo { display: none !important; }\n.logo-dark { display: block !important; }';

const styleSheet = (color: string, swapsLogo: boolean): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .space { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
.page { background: ${DARK.page} !important; }
.card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }
.box { background: ${DARK.box} !important; }
.text { color: ${DARK.text} !important; }
.faint, .faint a { color: ${DARK.faint} !important; }
.line { border-color: ${DARK.line} !important; }
.link { color: ${readableTone(color, DARK.card)} !important; }${swapsLogo ? SWAP : ''}
}
`;
