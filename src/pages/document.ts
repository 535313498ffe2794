import type { Brand } from '../config/brand.ts';
import type { CustomCss } from './custom-css.ts';
import { type Html, html } from './html.ts';
import { ICON, KEYHOLE } from './icon.ts';
import type { PageContext, View } from './page.ts';
import type { LanguageLink } from './page-language.ts';
import type { PageScript } from './scripts.ts';

export interface DocumentParts extends PageContext {
  readonly view: View;
  readonly stylesheet: string;
  /** The style sheet of the deployment, linked after ours. */
  readonly customCss: CustomCss | undefined;
  readonly script: PageScript | undefined;
  /** Whether a mailed link has expired is judged by our clock, not by that of the visitor's device. */
  readonly nowMs: number;
  /** How many e-mails of a kind to one address are sent at once (0: any number), and how soon one more. */
  readonly emailLimit: { readonly burst: number; readonly refillMs: number };
  /** What the scripts of the pages are to pass on, and where the visitor goes after the login. */
  readonly carried: string;
  readonly destination: Destination;
}

export interface Destination {
  /** An allowed address that the visitor came with. */
  readonly returnTo: string | undefined;
  /** Where to go without one. */
  readonly home: string;
}

/** The whole document: head, masthead and footer round the view. */
export function renderDocument(parts: DocumentParts): string {
  const { brand, language, texts, view, script } = parts;
  const messages = JSON.stringify({ ...texts.messages, support: brand.supportEmail ?? '' });
  const page = html`<!doctype html>
<html lang="${language}"${parts.direction === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="latchkey-messages" content="${messages}">
<meta name="latchkey-email-limit" content="${JSON.stringify(parts.emailLimit)}">
<meta name="latchkey-now" content="${parts.nowMs}">
<meta name="latchkey-carried" content="${parts.carried}">
<meta name="latchkey-return-to" content="${parts.destination.returnTo}">
<meta name="latchkey-home" content="${parts.destination.home}">
<title>${view.title} · ${brand.productName}</title>
<link rel="icon" href="${brand.faviconUrl ?? ICON}">
${script && view.awaitsSession === true && earlyScriptTag(script)}
<link rel="stylesheet" href="${parts.stylesheet}">
${parts.customCss && html`<link rel="stylesheet" href="${parts.customCss.address}">\n`}${script && scriptTags(script)}
</head>
<body class="${view.layout ?? 'card'}-page">
<header class="masthead"><a class="brand" href="${parts.homeUrl}">${logo(brand)}<span>${brand.productName}</span></a></header>
<main>
<noscript><p class="notice danger script-notice">${texts.layout.needsScript}</p></noscript>
${script && html`<div class="late" id="late"><p class="notice danger script-notice">${texts.layout.late}</p></div>`}
${view.awaitsSession === true && view.layout !== 'settings' && CARD_OUTLINE}
${view.content}
</main>
${footer(parts)}
</body>
</html>
`;
  return page.toString();
}

/** Names every module that the script imports, so that the browser asks for all of them at once. */
const scriptTags = ({ address, imports }: PageScript): Html =>
  html`${imports.map((one) => html`<link rel="modulepreload" href="${one}">\n`)}<script type="module" src="${address}"></script>`;

/** Holds up the first paint, as the style sheet does, but not the parser; where `blocking` is unknown, not even the paint. */
const earlyScriptTag = ({ early }: PageScript): Html => html`<script src="${early}" async blocking="render"></script>`;

function logo({ logoUrl, logoDarkUrl }: Brand): Html {
  if (logoUrl === undefined) return MARK;
  const image = html`<img class="logo" src="${logoUrl}" alt="" height="32">`;
  if (logoDarkUrl === undefined) return image;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${logoDarkUrl}">${image}</picture>`;
}

/** Shown in place of the panels while early.ts believes that somebody is logged in. */
const CARD_OUTLINE = html`<div class="card stack skeleton outline" aria-hidden="true"><span class="bar title-bar"></span><span class="bar"></span><span class="bar field-bar"></span><span class="bar field-bar"></span></div>`;

/** The mark of a deployment without a logo, in the colour of the brand. */
const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><rect class="mark-ground" width="32" height="32" rx="9"/><path class="mark-sign" d="${KEYHOLE}"/></svg>`;

function footer({ brand, texts, hasDeveloperInbox, languageLinks }: PageContext): Html {
  const { termsUrl, privacyUrl, supportEmail } = brand;
  const links = [
    termsUrl !== undefined && html`<a href="${termsUrl}">${texts.layout.terms}</a>\n`,
    privacyUrl !== undefined && html`<a href="${privacyUrl}">${texts.layout.privacy}</a>\n`,
    supportEmail !== undefined && html`<a href="mailto:${supportEmail}">${texts.layout.support}</a>\n`,
  ].filter((link) => link !== false);
  const inbox = html`<a href="/dev/inbox">${texts.actions.openInbox}</a>`;
  return html`<footer class="footer small soft">
${hasDeveloperInbox && html`<p class="development">${texts.layout.development} ${inbox}</p>`}
${links.length > 0 && html`<nav>${links}</nav>`}
${languageLinks.length > 0 && html`<nav class="languages" aria-label="${texts.layout.language}">${languageLinks.map(languageLink)}</nav>`}
</footer>`;
}

const languageLink = ({ language, name, href }: LanguageLink): Html =>
  href === undefined
    ? html`<span lang="${language}" aria-current="true">${name}</span>\n`
    : html`<a href="${href}" lang="${language}" hreflang="${language}" rel="nofollow">${name}</a>\n`;
