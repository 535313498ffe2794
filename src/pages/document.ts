import type { Brand } from '../brand.ts';
import { type Html, html } from './html.ts';
import type { PageContext, View } from './page.ts';

export interface DocumentParts extends PageContext {
  readonly view: View;
  readonly stylesheet: string;
  readonly icon: string;
  /** The page's own script and what it imports, so that the browser asks for all of them at once. */
  readonly script: string | undefined;
  readonly preloads: readonly string[];
  /** Whether a mailed link has expired is judged by our clock, not by that of the visitor's device. */
  readonly nowMs: number;
}

/** One whole page: what stands round every view. */
export function renderDocument(parts: DocumentParts): string {
  const { brand, language, texts, view, script, preloads } = parts;
  const messages = JSON.stringify({ ...texts.messages, support: brand.supportEmail ?? '' });
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="latchkey-messages" content="${messages}">
<meta name="latchkey-now" content="${parts.nowMs}">
<title>${view.title} · ${brand.productName}</title>
<link rel="icon" href="${parts.icon}">
<link rel="stylesheet" href="${parts.stylesheet}">
${preloads.map((address) => html`<link rel="modulepreload" href="${address}">\n`)}${
  script !== undefined && html`<script type="module" src="${script}"></script>`
}
</head>
<body>
<header class="masthead"><a class="brand" href="/">${logo(brand)}<span>${brand.productName}</span></a></header>
<main>
<noscript><p class="notice danger">${texts.layout.needsScript}</p></noscript>
${view.content}
</main>
${footer(parts)}
</body>
</html>
`;
  return page.toString();
}

const logo = ({ logoUrl }: Brand): Html =>
  logoUrl === undefined ? MARK : html`<img class="logo" src="${logoUrl}" alt="" height="32">`;

/** A keyhole, in the brand's colour. */
const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><rect class="mark-ground" width="32" height="32" rx="9"/><path class="mark-sign" d="M16 7.5a5 5 0 0 0-2.4 9.4L12.3 24a.8.8 0 0 0 .8 1h5.8a.8.8 0 0 0 .8-1l-1.3-7.1A5 5 0 0 0 16 7.5Z"/></svg>`;

/** The same for the browser's tab, where no stylesheet reaches. */
export const renderIcon = (ground: string, sign: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/><path fill="${sign}" d="M16 7.5a5 5 0 0 0-2.4 9.4L12.3 24a.8.8 0 0 0 .8 1h5.8a.8.8 0 0 0 .8-1l-1.3-7.1A5 5 0 0 0 16 7.5Z"/></svg>`;

function footer({ brand, texts, hasDeveloperInbox }: PageContext): Html {
  const { termsUrl, privacyUrl, supportEmail } = brand;
  return html`<footer class="footer small soft">
${
  hasDeveloperInbox &&
  html`<p class="development">${texts.layout.development} <a href="/dev/inbox">${texts.actions.openInbox}</a></p>`
}
<nav>
${termsUrl !== undefined && html`<a href="${termsUrl}">${texts.layout.terms}</a>`}
${privacyUrl !== undefined && html`<a href="${privacyUrl}">${texts.layout.privacy}</a>`}
${supportEmail !== undefined && html`<a href="mailto:${supportEmail}">${texts.layout.support}</a>`}
</nav>
</footer>`;
}
