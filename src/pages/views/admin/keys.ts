import { html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const keys: Screen = ({ texts }: PageContext) => {
  const words = texts.admin.keys;
  return {
    content: html`<div class="stacked-cards" id="keys">
<section aria-labelledby="signing-title"><h2 id="signing-title">${words.signing}</h2><p class="soft">${words.signingLead}</p><div id="signing-keys">${skeletonCard}</div></section>
<section aria-labelledby="data-title"><h2 id="data-title">${words.data}</h2><p class="soft">${words.dataLead}</p><div id="data-keys"></div></section>
</div>`,
  };
};
