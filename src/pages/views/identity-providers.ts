import type { IdentityPage } from '../forms.ts';
import { type Html, html } from '../html.ts';
import type { PageContext } from '../page.ts';
import { fill } from '../texts/fill.ts';
import { agreement } from './agreement.ts';
import { PROVIDER_MARKS } from './provider-marks.ts';

/** Below the form: a button for each provider. */
export const providerButtons = ({
  identityProviders,
  features,
  texts: { identities: words, login },
}: PageContext): Html =>
  html`${
    identityProviders.length > 0 &&
    html`<div class="stack" id="providers">${!features.passkeys && html`<p class="divider soft small">${login.or}</p>`}
${identityProviders.map(
  ({ id, name, kind }) =>
    html`<div class="stack"><button class="button plain" type="button" data-provider="${id}" data-name="${name}" disabled>${PROVIDER_MARKS[kind]}<span>${fill(words.continueWith, { provider: name })}</span></button><p class="aside small soft" hidden>${words.lastUsed}</p></div>`,
)}</div>`
  }`;

/** What the script of the login goes on with, once a provider has confirmed somebody. */
export function identityPanels(context: PageContext): Html {
  const { identityProviders, features, texts } = context;
  const { identities: words, login } = texts;
  if (identityProviders.length === 0) return html``;
  const newTerms = features.terms ? agreement(context, login.agreement) : undefined;
  const page = JSON.stringify({ words, agreement: agreement(context), newTerms } satisfies IdentityPage);
  return html`<section class="card stack" id="identity" data-page="${page}" hidden><h1 tabindex="-1" data-fill="${words.title}"></h1><div id="identity-form"></div></section>`;
}
