import type { EmailLoginPage } from '../forms.ts';
import { type Html, html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { newTerms } from './agreement.ts';
import { inboxButton, panel } from './panels.ts';

/** Shown below a form with an address. */
export const emailLoginButton = ({ features, texts }: PageContext): Html =>
  html`${
    features.emailLogin &&
    html`<p class="aside" id="with-email">
<button class="button-link" type="button" id="email-login" data-address-first="${texts.emailLogin.addressFirst}"
disabled>${texts.emailLogin.begin}</button></p>`
  }`;

/** Shown once a code was sent. */
export function emailLoginPanel(context: PageContext): Html {
  const { features, texts } = context;
  const { emailLogin: words, login } = texts;
  if (!features.emailLogin) return html``;
  const page = JSON.stringify({ words, newTerms: newTerms(context) } satisfies EmailLoginPage);
  const content = html`<p data-fill="${words.sent}"></p>
<div id="email-code-form" data-page="${page}"></div>
${inboxButton(context)}
<div id="email-code-again"></div>
<button class="button-link back" type="button" id="email-code-back">${login.back}</button>`;
  return panel({ id: 'email-code', title: words.title, content, icon: 'mail' });
}

/** The page of the e-mailed link. Opening it does nothing, because mail scanners open links too. */
export function loginCode({ texts, to }: PageContext): View {
  const { emailLogin: words, actions } = texts;
  const digits = html`<p class="login-code" dir="ltr" data-digits></p>`;
  const here = html`<p data-fill="${words.hereLead}"></p>
<button class="button" type="button" id="log-in">${actions.login}</button>
<p class="soft small">${words.orThere}</p>${digits}`;
  const there = html`<p>${words.thereLead}</p>${digits}`;
  const lost = html`<p class="soft">${words.lost}</p>
<a class="button" href="${to('/login')}">${actions.backToLogin}</a>`;
  return {
    title: words.thereTitle,
    content: html`${panel({ id: 'there', title: words.thereTitle, content: there }, false)}
${panel({ id: 'here', title: actions.login, content: here })}
${panel({ id: 'lost', title: words.lostTitle, content: lost, icon: 'lost' })}`,
  };
}
