import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

/** What stands in backticks is to be typed as it is. */
const withCode = (text: string): readonly (Html | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code class="mono">${part}</code>` : part));

export const keys: Screen = ({ texts }: PageContext) => {
  const words = texts.admin.keys;
  return {
    content: html`<div class="stacked-cards" id="keys">
<section aria-labelledby="signing-title"><h2 id="signing-title">${words.signing}</h2><p class="soft">${withCode(words.signingLead)}</p><div id="signing-keys">${skeletonCard}</div></section>
<section aria-labelledby="data-title"><h2 id="data-title">${words.data}</h2><p class="soft">${withCode(words.dataLead)}</p><div id="data-keys"></div></section>
</div>`,
  };
};
