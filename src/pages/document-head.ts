import { type Html, html } from './html.ts';
import type { PageScript } from './page.ts';

export const COMMON_META = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">`;

/** Tells scripts the base path of our addresses (browser/base-path.ts). */
export const baseMeta = (base: string): Html | false =>
  base !== '' && html`<meta name="latchkey-base" content="${base}">\n`;

/** Lists every imported module, so that the browser requests all at once. */
export const scriptTags = ({ address, imports }: PageScript): Html[] => [
  ...imports.map((address) => html`<link rel="modulepreload" href="${address}">\n`),
  html`<script type="module" src="${address}"></script>`,
];
