import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { agreement } from './agreement.ts';
import { emailLoginButton } from './email-login.ts';
import { providerButtons } from './identity-providers.ts';
import { backToLogin, inboxButton, panel } from './panels.ts';

export function register(context: PageContext): View {
  const { texts, to, form } = context;
  const { actions, register: words } = texts;
  const toLogin = to('/login');
  const ask = html`<p class="soft">${words.lead}</p>
${form('register', {
  id: 'register-form',
  taken: { loginUrl: toLogin, forgotUrl: to('/forgot-password'), forgot: texts.login.forgot },
  agreement: agreement(context),
})}
${providerButtons(context, true)}
<p class="aside">${words.haveAccount} <a data-carry href="${toLogin}">${actions.login}</a></p>
${emailLoginButton(context)}`;
  const done = html`<p data-fill="${words.done}"></p>
<p class="soft" id="goes-on">${words.goesOn}</p>
${inboxButton(context)}
${form('email', {
  id: 'resend-form',
  kind: 'verification',
  label: actions.sendLink,
  variant: 'plain',
  lead: words.notArrived,
})}
<p class="aside"><button class="button-link" type="button" id="change-address">${words.wrongAddress}</button></p>
${backToLogin(toLogin, texts)}`;
  return {
    title: words.title,
    content: html`${panel({ id: 'register', title: words.title, content: ask }, false)}
${panel({ id: 'registered', title: words.doneTitle, content: done, icon: 'mail' })}`,
  };
}
