import { codeStep, passwordField, profileField, submitButton, textField } from '../fields.ts';
import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { appLine } from './connect.ts';
import { inboxButton, PASSKEY_ICON, panel } from './panels.ts';

export function login(context: PageContext): View {
  const { texts, to, features } = context;
  const { actions, fields, login: words } = texts;
  const form = html`${appLine(context)}<div class="form-notice" id="arrival" role="alert"></div>
<form class="stack" id="login-form" method="post" novalidate data-title="${words.title}" data-code-title="${texts.secondFactor.title}">
<div class="stack" id="first-step">
${textField({ name: 'email', label: fields.email, autocomplete: features.passkeys ? 'username webauthn' : 'username', type: 'email' })}
${passwordField({ name: 'password', texts, isNew: false })}
<p class="options"><label class="choice"><input type="checkbox" id="keep"> <span>${words.keep}</span></label>
<a data-carry href="${to('/forgot-password')}">${words.forgot}</a></p>
</div>
${codeStep({ id: 'code', texts })}
${submitButton({ label: actions.login })}
${
  features.passkeys &&
  html`<p class="divider soft small needs-passkeys">${words.or}</p>
<button class="button plain needs-passkeys" type="button" id="passkey-login" disabled>${PASSKEY_ICON}<span>${words.withPasskey}</span></button>`
}
<button class="button-link back" type="button" id="back" hidden>${words.back}</button>
</form>
<p class="aside" id="register-link">${
    features.registration && html`${words.noAccount} <a data-carry href="${to('/register')}">${actions.register}</a>`
  }</p>`;
  const unverified = html`<p data-fill="${words.unverified}"></p>
<p class="soft">${texts.register.goesOn}</p>
${inboxButton(context)}
<form class="stack" id="resend-form" method="post" novalidate>
${submitButton({ label: actions.sendLink, variant: 'plain', waits: 'resend-form-wait' })}
</form>
<p class="aside"><a href="${to('/login')}">${actions.backToLogin}</a></p>`;
  const kept = html`<p>${texts.deletion.kept}</p>
<button class="button" type="button" id="go-on">${texts.verify.goOn}</button>`;
  const details = html`<p class="soft">${words.detailsLead}</p>
<form class="stack" id="details-form" method="post" novalidate>
${profileField('phone_number', context)}
${profileField('industry', context)}
${submitButton({ label: texts.verify.goOn })}
</form>`;
  return {
    title: words.title,
    awaitsSession: true,
    content: html`${panel({ id: 'login', title: words.title, content: form }, false)}
${panel({ id: 'unverified', title: words.unverifiedTitle, content: unverified, icon: 'mail' })}
${panel({ id: 'details', title: words.detailsTitle, content: details })}
${panel({ id: 'kept', title: texts.deletion.keptTitle, content: kept, icon: 'done' })}`,
  };
}
