import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { agreement } from './agreement.ts';
import { panel } from './panels.ts';

export function invitation(context: PageContext): View {
  const { texts, to, form, features } = context;
  const { actions, invitation: words } = texts;
  const ask = html`<p class="soft" id="lead" data-fill="${words.leadWithEmail}" data-complete="${JSON.stringify(words.complete)}">${words.lead}</p>
${form('password', {
  id: 'invitation-form',
  label: words.save,
  agreement: features.terms ? agreement(context) : undefined,
})}`;
  const login = html`<a class="button" data-carry href="${to('/login')}">${actions.login}</a>`;
  const back = html`<p class="aside"><a href="${to('/login')}">${actions.backToLogin}</a></p>`;
  const dead = (reason: 'expired' | 'used' | 'broken') =>
    panel({
      id: reason,
      title: words[`${reason}Title`],
      content: html`<p>${words[reason]}</p>${reason === 'used' ? login : back}`,
      icon: 'warning',
    });
  return {
    title: words.title,
    content: html`${panel({ id: 'invitation', title: words.title, content: ask }, false)}
${panel({ id: 'accepted', title: words.doneTitle, content: html`<p>${words.done}</p>${login}`, icon: 'done' })}
${dead('expired')}
${dead('used')}
${dead('broken')}`,
  };
}
