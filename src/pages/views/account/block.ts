import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** One card of the account page: what the server knows of it. Its script is the file of the same name in browser/account. */
export interface Block {
  /** Its element has the id `<id>-block`, by which its script finds it. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly content: Html;
}

/** Undefined where the feature is switched off: then there is no card, and its script is not started. */
export type BlockView = (context: PageContext) => Block | undefined;

export const renderBlock = ({ id, title, lead, content }: Block): Html =>
  html`<section class="card stack" id="${id}-block" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
${lead !== undefined && html`<p class="soft" id="${id}-lead">${lead}</p>`}
${content}
</section>`;
