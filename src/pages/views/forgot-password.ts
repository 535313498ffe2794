import { submitButton, textField } from '../fields.ts';
import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { inboxButton, panel } from './panels.ts';

export function forgotPassword(context: PageContext): View {
  const { texts, to } = context;
  const { actions, fields, forgot: words } = texts;
  const back = html`<p class="aside"><a data-carry href="${to('/login')}">${actions.backToLogin}</a></p>`;
  const form = html`<p class="soft">${words.lead}</p>
<form class="stack" id="forgot-form" method="post" novalidate>
${textField({ name: 'email', label: fields.email, autocomplete: 'username', type: 'email' })}
${submitButton({ label: words.send, waits: 'forgot-form-wait' })}
</form>
${back}`;
  const done = html`<p data-fill="${words.done}"></p>
${inboxButton(context)}
<button class="button plain" type="button" id="again">${words.again}</button>
${back}`;
  return {
    title: words.title,
    content: html`${panel({ id: 'forgot', title: words.title, content: form }, false)}
${panel({ id: 'asked', title: words.doneTitle, content: done, icon: 'mail' })}`,
  };
}
