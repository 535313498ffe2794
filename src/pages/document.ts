import type { CustomCss } from './custom-css.ts';
import { baseMeta, COMMON_META, scriptTags } from './document-head.ts';
import type { PageData } from './forms.ts';
import { type Html, html } from './html.ts';
import { ICON } from './icon.ts';
import { logo } from './logo.ts';
import type { PageContext, PageScript, View } from './page.ts';
import type { LanguageLink } from './page-language.ts';

export interface DocumentParts extends PageContext {
  readonly view: View;
  readonly pageData: PageData;
  readonly stylesheet: () => string;
  /** The deployment's style sheet, linked after ours. */
  readonly customCss: CustomCss | undefined;
  readonly script: PageScript | undefined;
  /** Pages judge the expiry of mailed links by this time, not by the device's clock. */
  readonly nowMs: number;
  /** The number of e-mails per kind and address that are sent at once (0: unlimited), and the interval for one more. */
  readonly emailLimit: { readonly burst: number; readonly refillMs: number };
  /** The query that scripts pass on, and the destination after the login. */
  readonly carried: string;
  readonly destination: Destination;
}

interface Destination {
  /** The allowed return address of the visitor. */
  readonly returnTo: string | undefined;
  /** The login that an app waits for. */
  readonly interaction: string | undefined;
  /** The destination without one. */
  readonly home: string;
}

/** The complete document around the view. */
export function renderDocument(parts: DocumentParts): string {
  const { brand, language, view, script } = parts;
  const { messages, ...page } = parts.pageData;
  const document = html`<!doctype html>
<html lang="${language}"${parts.direction === 'rtl' && html` dir="rtl"`}${
    view.awaitsLink === true && html` data-session="perhaps"`
  }>
<head>
${COMMON_META}
<meta name="latchkey-messages" content="${JSON.stringify(messages)}">
<meta name="latchkey-page" content="${JSON.stringify(page)}">
<meta name="latchkey-email-limit" content="${JSON.stringify(parts.emailLimit)}">
<meta name="latchkey-now" content="${parts.nowMs}">
<meta name="latchkey-carried" content="${parts.carried}">
<meta name="latchkey-return-to" content="${parts.destination.returnTo}">
<meta name="latchkey-interaction" content="${parts.destination.interaction}">
<meta name="latchkey-home" content="${parts.destination.home}">
${baseMeta(parts.base)}${Object.entries(view.scriptTexts ?? {}).map(
  ([name, data]) => html`<meta name="latchkey-${name}" content="${JSON.stringify(data)}">\n`,
)}<title>${view.title} · ${brand.productName}</title>
<link rel="icon" href="${brand.faviconUrl ?? parts.base + ICON}">
${script && view.awaitsSession === true && firstPaintScriptTag(script)}
<link rel="stylesheet" href="${parts.stylesheet()}">
${[view.stylesheet, parts.customCss?.address()].map(stylesheetLink)}${script && scriptTags(script)}
</head>
<body class="${view.layout ?? 'card'}-page">
${view.layout === 'console' ? consoleBody(parts) : pageBody(parts)}
</body>
</html>
`;
  return document.toString();
}

const stylesheetLink = (address: string | undefined): Html | false =>
  address !== undefined && html`<link rel="stylesheet" href="${address}">\n`;

/** Header and footer around the view. */
function pageBody(parts: DocumentParts): Html {
  const { awaitsLink = false, awaitsSession = false, layout } = parts.view;
  return html`<header class="masthead">
<a class="brand" href="${parts.homeUrl}">${logo(parts.brand)}<span>${parts.brand.productName}</span></a></header>
<main>
${scriptNotices(parts)}
${(awaitsLink || (awaitsSession && layout !== 'settings')) && CARD_OUTLINE}
${parts.view.content}
</main>
${footer(parts)}`;
}

const consoleBody = (parts: DocumentParts): Html => html`${scriptNotices(parts)}${parts.view.content}`;

/** Notices for browsers without scripts, and for scripts that fail to load. */
const scriptNotices = ({ texts, script }: DocumentParts): Html =>
  html`<noscript><p class="notice danger script-notice">${texts.layout.needsScript}</p></noscript>
${script && html`<div class="late" id="late"><p class="notice danger script-notice">${texts.layout.late}</p></div>`}`;

/** Delays the first paint, as the style sheet does, but not the parser; without `blocking`, not even the paint. */
const firstPaintScriptTag = ({ beforeFirstPaint }: PageScript): Html =>
  html`<script src="${beforeFirstPaint}" async blocking="render"></script>`;

/** Shown while before-first-paint.ts assumes that somebody is logged in, or a mailed link is checked. */
const CARD_OUTLINE = html`<div class="card stack skeleton outline" aria-hidden="true">
<span class="bar title-bar"></span><span class="bar"></span>
<span class="bar field-bar"></span><span class="bar field-bar"></span></div>`;

function footer({ brand, base, texts, hasDeveloperInbox, linksReference, languageLinks }: PageContext): Html {
  const { termsUrl, privacyUrl, supportEmail } = brand;
  const links = [
    linksReference && html`<a href="${base}/docs">${texts.layout.reference}</a>\n`,
    termsUrl !== undefined && html`<a href="${termsUrl}">${texts.layout.terms}</a>\n`,
    privacyUrl !== undefined && html`<a href="${privacyUrl}">${texts.layout.privacy}</a>\n`,
    supportEmail !== undefined && html`<a href="mailto:${supportEmail}">${texts.layout.support}</a>\n`,
  ].filter((link) => link !== false);
  const inbox = html`<a href="${base}/dev/inbox" target="_blank">${texts.actions.openInbox}</a>`;
  return html`<footer class="footer small soft">
${hasDeveloperInbox && html`<p class="development">${texts.layout.development} ${inbox}</p>`}
${links.length > 0 && html`<nav>${links}</nav>`}
${
  languageLinks.length > 0 &&
  html`<nav class="languages" aria-label="${texts.layout.language}">${languageLinks.map(languageLink)}</nav>`
}
</footer>`;
}

/** A link to a language; the current one is not a link. */
const languageLink = ({ language, name, href }: LanguageLink): Html =>
  href === undefined
    ? html`<span lang="${language}" aria-current="true">${name}</span>\n`
    : html`<a href="${href}" lang="${language}" hreflang="${language}" rel="nofollow">${name}</a>\n`;
