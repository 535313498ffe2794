import { type Html, html } from '../../pages/html.ts';

/** A description as the document writes it: paragraphs, and code in backticks. Whatever else it contains is text. */
export const prose = (text: string, className = ''): Html[] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p class="${className}">${inline(paragraph)}</p>`);

export const inline = (text: string): Html[] =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`));
