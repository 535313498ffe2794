import { type Html, html } from './html.ts';

/** Tells scripts the base path of our addresses (browser/base-path.ts). */
export const baseMeta = (base: string): Html | false =>
  base !== '' && html`<meta name="latchkey-base" content="${base}">\n`;
