import { passwordField, profileField, submitButton, textField } from '../fields.ts';
import { type Html, html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { inboxButton, panel } from './panels.ts';

export function register(context: PageContext): View {
  const { texts, to } = context;
  const { actions, fields, register: words } = texts;
  const form = html`<p class="soft">${words.lead}</p>
<form class="stack" id="register-form" method="post" novalidate>
${profileField('full_name', context)}
${textField({ name: 'email', label: fields.email, autocomplete: 'username', type: 'email', hint: texts.hints.email })}
<p class="options" id="taken" hidden><a data-carry href="${to('/login')}">${actions.login}</a> <a data-carry href="${to('/forgot-password')}">${texts.login.forgot}</a></p>
${profileField('phone_number', context)}
${profileField('industry', context)}
${passwordField({ name: 'password', texts, isNew: true })}
${agreement(context)}
${submitButton({ label: actions.register })}
</form>
<p class="aside">${words.haveAccount} <a data-carry href="${to('/login')}">${actions.login}</a></p>`;
  const done = html`<p data-fill="${words.done}"></p>
<p class="soft" id="goes-on">${words.goesOn}</p>
${inboxButton(context)}
<form class="stack" id="resend-form" method="post" novalidate>
<p class="soft">${words.notArrived}</p>
${submitButton({ label: actions.sendLink, variant: 'plain', waits: 'resend-form-wait' })}
</form>
<p class="aside"><button class="button-link" type="button" id="change-address">${words.wrongAddress}</button></p>
<p class="aside"><a href="${to('/login')}">${actions.backToLogin}</a></p>`;
  return {
    title: words.title,
    content: html`${panel({ id: 'register', title: words.title, content: form }, false)}
${panel({ id: 'registered', title: words.doneTitle, content: done, icon: 'mail' })}`,
  };
}

function agreement({ brand, texts }: PageContext): Html {
  const { termsUrl, privacyUrl } = brand;
  if (termsUrl === undefined) return html``;
  const { agreement: one, agreementWithPrivacy: both, termsName, privacyName } = texts.register;
  const links: Record<string, Html> = {
    terms: html`<a href="${termsUrl}">${termsName}</a>`,
    privacy: html`<a href="${privacyUrl}">${privacyName}</a>`,
  };
  const parts = (privacyUrl === undefined ? one : both).split(/\{(\w+)\}/);
  return html`<p class="small soft">${parts.map((part, index) => (index % 2 ? links[part] : part))}</p>`;
}
