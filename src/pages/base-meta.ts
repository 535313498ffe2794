import { type Html, html } from './html.ts';

/** Tells the scripts of a document what the addresses of our own paths begin with (browser/base-path.ts). */
export const baseMeta = (base: string): Html | false =>
  base !== '' && html`<meta name="latchkey-base" content="${base}">\n`;
