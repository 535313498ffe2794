import type { IdentityPage } from '../forms.ts';
import { type Html, html } from '../html.ts';
import type { PageContext } from '../page.ts';
import { fill } from '../texts/fill.ts';
import { agreement } from './agreement.ts';

/** Marks as the providers' guidelines show them; a key for those that have none here. */
const MARKS: Readonly<Record<PageContext['identityProviders'][number]['kind'], Html>> = {
  google: html`<svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" focusable="false"><path fill="#4285F4" d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62Z"/><path fill="#34A853" d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18Z"/><path fill="#FBBC05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33Z"/><path fill="#EA4335" d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58Z"/></svg>`,
  openid: html`<svg class="line-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><circle cx="8" cy="15.5" r="4.25"/><path d="m11.25 12.25 8-8m-3 3 2.75 2.75"/></svg>`,
};

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
    html`<div class="stack"><button class="button plain" type="button" data-provider="${id}" data-name="${name}" disabled>${MARKS[kind]}<span>${fill(words.continueWith, { provider: name })}</span></button><p class="aside small soft" hidden>${words.lastUsed}</p></div>`,
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
