import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { newTerms } from './agreement.ts';
import { appLine } from './connect.ts';
import { emailLoginButton, emailLoginPanel } from './email-login.ts';
import { identityPanels, providerButtons } from './identity-providers.ts';
import { backToLogin, inboxButton, messagePanel, panel } from './panels.ts';

export function login(context: PageContext): View {
  const { texts, to, features, form, identityProviders } = context;
  const { actions, login: words } = texts;
  const { title, keep, forgot, back, or, withPasskey } = words;
  const login = html`${appLine(context)}<div class="form-notice" id="arrival"></div>
${form('login', {
  id: 'login-form',
  words: { title, keep, forgot, back },
  forgotUrl: to('/forgot-password'),
  agreement: newTerms(context),
  ...(features.passkeys && { passkey: { or, withPasskey } }),
})}
${providerButtons(context)}
${emailLoginButton(context)}
<p class="aside" id="register-link">${
    features.registration && html`${words.noAccount} <a data-carry href="${to('/register')}">${actions.register}</a>`
  }</p>`;
  const unverified = html`<p data-fill="${words.unverified}"></p>
<p class="soft" id="goes-on">${texts.register.goesOn}</p>
${inboxButton(context)}
${form('email', { id: 'resend-form', kind: 'verification', label: actions.sendLink, variant: 'plain' })}
${
  identityProviders.length > 0 &&
  html`<p class="aside" id="wrong-address" hidden>
<button class="button-link" type="button" id="change-address">${texts.register.wrongAddress}</button></p>`
}
${backToLogin(to('/login'), texts)}`;
  const continueButton = html`<button class="button" type="button" id="continue">${texts.verify.goOn}</button>`;
  const details = html`<p class="soft">${words.detailsLead}</p>
${form('details', { id: 'details-form', label: texts.verify.goOn, fields: [] })}`;
  return {
    title,
    awaitsSession: true,
    content: html`${panel({ id: 'login', title, content: login }, false)}
${panel({ id: 'unverified', title: words.unverifiedTitle, content: unverified, icon: 'mail' })}
${identityPanels(context)}
${emailLoginPanel(context)}
${panel({ id: 'details', title: words.detailsTitle, content: details })}
${messagePanel('kept', 'done', [texts.deletion.keptTitle, texts.deletion.kept], continueButton)}`,
  };
}
