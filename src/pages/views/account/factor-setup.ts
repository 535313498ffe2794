import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** SECOND_FACTOR: stands above the cards while nothing works but adding a factor. See browser/account/factor-setup.ts. */
export const factorSetup = ({
  hasPasskeys,
  texts: { factorSetup: words },
}: PageContext): Html => html`<p class="form-notice" id="factor-setup-done" role="status" tabindex="-1" data-done="${words.done}"></p>
<section class="card stack" id="factor-setup" aria-labelledby="factor-setup-title" hidden>
<h3 id="factor-setup-title">${words.title}</h3>
<p data-setup-step="add">${words.lead}</p>
${
  hasPasskeys &&
  html`<p data-setup-step="log-in" id="factor-setup-added" tabindex="-1">${words.passkeyAdded}</p>
<div class="submit" data-setup-step="log-in"><p class="form-notice" id="factor-setup-notice" role="status"></p>
<button class="button" type="button" id="factor-setup-log-in">${words.logIn}</button></div>`
}
</section>
`;
