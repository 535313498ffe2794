import type { IdentityPage } from '../forms.ts';
import { type Html, html } from '../html.ts';
import type { PageContext } from '../page.ts';
import { fill } from '../texts/fill.ts';
import { agreement, newTerms } from './agreement.ts';
import { panel } from './panels.ts';

/** A button for each provider, below the form. `isFirst`: no other way stands above them. */
export const providerButtons = (
  { identityProviders, features, texts: { identities: words, login } }: PageContext,
  isFirst = !features.passkeys,
): Html =>
  html`${
    identityProviders.length > 0 &&
    html`<div class="stack" id="providers">${isFirst && html`<p class="divider soft small">${login.or}</p>`}
${identityProviders.map(
  (identityProvider) =>
    html`<div class="stack">${providerButton(identityProvider, words, 'disabled')}
<p class="aside small soft" hidden>${words.lastUsed}</p></div>`,
)}</div>`
  }`;

/** The script of the page shows one of them. */
export const hiddenProviderButtons = ({ identityProviders, texts }: PageContext): Html =>
  html`${identityProviders.map((identityProvider) => providerButton(identityProvider, texts.identities, 'hidden'))}`;

const providerButton = (
  { id, name, kind }: PageContext['identityProviders'][number],
  { continueWith }: Pick<PageContext['texts']['identities'], 'continueWith'>,
  state: 'disabled' | 'hidden',
): Html =>
  html`<button class="button plain" type="button" data-provider="${id}" data-name="${name}" ${state}>
${PROVIDER_MARKS[kind]}<span>${fill(continueWith, { provider: name })}</span></button>`;

/** Shown once a provider has confirmed the user. */
export function identityPanels(context: PageContext): Html {
  const { identityProviders, texts } = context;
  if (identityProviders.length === 0) return html``;
  const words = { ...texts.identities, linked: texts.loginMethods.linked };
  const terms = { agreement: agreement(context), newTerms: newTerms(context) };
  const page = JSON.stringify({ words, ...terms } satisfies IdentityPage);
  const content = html`<div id="identity-form" data-page="${page}"></div>
<p class="aside" id="identity-instead" hidden>${words.haveAccount}
<button class="button-link" type="button" id="log-in-and-link" data-fill="${words.logInAndLink}"></button></p>
<button class="button-link back" type="button" id="identity-back">${texts.login.back}</button>`;
  const outcome = html`<p data-fill="{outcome}"></p>
<button class="button" type="button" id="linked-continue">${texts.verify.goOn}</button>`;
  return html`${panel({ id: 'identity', title: words.title, content })}
${panel({ id: 'linked', title: '{title}', content: outcome })}`;
}

const mark = (size: number, ...paths: readonly Html[]): Html =>
  html`<svg viewBox="0 0 ${size} ${size}" width="18" height="18" aria-hidden="true" focusable="false">${paths}</svg>`;

/** The logos that the providers' guidelines require; a key for other providers. */
const PROVIDER_MARKS: Readonly<Record<PageContext['identityProviders'][number]['kind'], Html>> = {
  google: mark(
    18,
    html`<path fill="#4285F4"
      d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68
      -3.88 2.68-6.62Z"/>`,
    html`<path fill="#34A853"
      d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33
      A9 9 0 0 0 9 18Z"/>`,
    html`<path fill="#FBBC05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33Z"/>`,
    html`<path fill="#EA4335"
      d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58Z"/>`,
  ),
  microsoft: mark(
    21,
    html`<path fill="#F25022" d="M0 0h10v10H0z"/>`,
    html`<path fill="#7FBA00" d="M11 0h10v10H11z"/>`,
    html`<path fill="#00A4EF" d="M0 11h10v10H0z"/>`,
    html`<path fill="#FFB900" d="M11 11h10v10H11z"/>`,
  ),
  github: mark(
    16,
    html`<path fill="currentColor"
      d="M8 0c4.42 0 8 3.58 8 8a8.013 8.013 0 0 1-5.45 7.59c-.4.08-.55-.17-.55-.38 0-.27.01-1.13.01-2.2 0-.75
      -.25-1.23-.54-1.48 1.78-.2 3.65-.88 3.65-3.95 0-.88-.31-1.59-.82-2.15.08-.2.36-1.02-.08-2.12 0 0-.67-.22
      -2.2.82-.64-.18-1.32-.27-2-.27-.68 0-1.36.09-2 .27-1.53-1.03-2.2-.82-2.2-.82-.44 1.1-.16 1.92-.08 2.12
      -.51.56-.82 1.28-.82 2.15 0 3.06 1.86 3.75 3.64 3.95-.23.2-.44.55-.51 1.07-.46.21-1.61.55-2.33-.66-.15-.24
      -.6-.83-1.23-.82-.67.01-.27.38.01.53.34.19.73.9.82 1.13.16.45.68 1.31 2.69.94 0 .67.01 1.3.01 1.49 0 .21
      -.15.45-.55.38A7.995 7.995 0 0 1 0 8c0-4.42 3.58-8 8-8Z"/>`,
  ),
  apple: mark(
    24,
    html`<path fill="currentColor"
      d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675
      -.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935
      -.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039
      -.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156
      -3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896
      -1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701"/>`,
  ),
  openid: html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
<circle cx="8" cy="15.5" r="4.25"/><path d="m11.25 12.25 8-8m-3 3 2.75 2.75"/></svg>`,
};
