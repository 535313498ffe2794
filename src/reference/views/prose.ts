import { type Html, html } from '../../pages/html.ts';

/** Renders paragraphs, and code in backticks. */
export const prose = (text: string, className = ''): Html[] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p class="${className}">${inline(paragraph)}</p>`);

export const inline = (text: string): Html[] =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`));
