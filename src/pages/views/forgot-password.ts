import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { backToLogin, inboxButton, panel } from './panels.ts';

export function forgotPassword(context: PageContext): View {
  const { texts, to, form } = context;
  const { forgot: words } = texts;
  const back = backToLogin(to('/login'), texts, true);
  const ask = html`<p class="soft">${words.lead}</p>
${form('email', { id: 'forgot-form', kind: 'password_reset', label: words.send, hasField: true })}
${back}`;
  const done = html`<p data-fill="${words.done}"></p>
${inboxButton(context)}
<button class="button plain" type="button" id="again">${words.again}</button>
${back}`;
  return {
    title: words.title,
    content: html`${panel({ id: 'forgot', title: words.title, content: ask }, false)}
${panel({ id: 'asked', title: words.doneTitle, content: done, icon: 'mail' })}`,
  };
}
