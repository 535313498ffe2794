import { html } from '../../pages/html.ts';
import type { View } from '../../pages/page.ts';
import { panel, recentLoginDialog } from '../../pages/views/panels.ts';
import type { ConsoleContext } from '../console-context.ts';

/** The page behind a link of `latchkey admin link`. It needs a click, because mail scanners open links too. */
export function claim(context: ConsoleContext): View {
  const { admin, to, form } = context;
  const { claim: words, common } = admin;
  const otherAccount = html`
<button class="button plain" type="button" data-other-account>${words.otherAccount}</button>`;
  const ask = html`<p class="soft" data-fill="${words.lead}"></p>
${form('button', { id: 'claim-form', label: words.press })}
${otherAccount}`;
  const done = html`<p>${words.done}</p><a class="button" href="${to('/admin')}">${words.open}</a>`;
  const dead = html`<p>${words.dead}</p><p class="aside"><a href="${to('/account')}">${common.toAccount}</a></p>`;
  const wrong = html`<p data-fill="${words.wrong}"></p>${otherAccount}`;
  const factor = html`<p>${words.factor}</p>
<a class="button" id="add-factor" href="${to('/account')}#security">${common.toAccount}</a>`;
  const unavailable = html`<p id="unavailable-reason"></p>
<button class="button" type="button" id="retry">${common.retry}</button>`;
  return {
    title: words.title,
    awaitsSession: true,
    content: html`${panel({ id: 'ask', title: words.title, content: ask })}
${panel({ id: 'done', title: words.doneTitle, content: done, icon: 'done' })}
${panel({ id: 'dead', title: words.deadTitle, content: dead, icon: 'warning' })}
${panel({ id: 'wrong', title: words.wrongTitle, content: wrong, icon: 'warning' })}
${panel({ id: 'factor', title: common.factorNeededTitle, content: factor, icon: 'warning' })}
${panel({ id: 'unavailable', title: common.unavailableTitle, content: unavailable, icon: 'warning' })}
${recentLoginDialog(context)}`,
  };
}
