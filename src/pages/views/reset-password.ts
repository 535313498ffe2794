import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { panel } from './panels.ts';

export function resetPassword({ texts, to, form }: PageContext): View {
  const { actions, reset: words } = texts;
  const ask = html`<p class="soft">${words.lead}</p>
${form('password', { id: 'reset-form', label: words.save })}`;
  const done = html`<p>${words.done}</p><a class="button" data-carry href="${to('/login')}">${actions.login}</a>`;
  const askAgain = html`<a class="button" data-carry href="${to('/forgot-password')}">${words.askAgain}</a>
<p class="aside"><a data-carry href="${to('/login')}">${actions.backToLogin}</a></p>`;
  const dead = (reason: 'expired' | 'used' | 'broken') =>
    panel({
      id: reason,
      title: words[`${reason}Title`],
      content: html`<p>${words[reason]}</p>${askAgain}`,
      icon: 'warning',
    });
  return {
    title: words.title,
    content: html`${panel({ id: 'reset', title: words.title, content: ask }, false)}
${panel({ id: 'changed', title: words.doneTitle, content: done, icon: 'done' })}
${dead('expired')}
${dead('used')}
${dead('broken')}`,
  };
}
