import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { agreement } from './agreement.ts';
import { backToLogin, messagePanel, panel } from './panels.ts';

export function invitation(context: PageContext): View {
  const { texts, to, form, features } = context;
  const { actions, invitation: words } = texts;
  const ask = html`<p class="soft" id="lead" data-fill="${words.leadWithEmail}"
  data-complete="${JSON.stringify(words.complete)}">${words.lead}</p>
${form('password', {
  id: 'invitation-form',
  label: words.save,
  agreement: features.terms ? agreement(context) : undefined,
})}`;
  const login = html`<a class="button" data-carry href="${to('/login')}">${actions.login}</a>`;
  const back = backToLogin(to('/login'), texts);
  return {
    title: words.title,
    awaitsLink: true,
    content: html`${panel({ id: 'invitation', title: words.title, content: ask }, false)}
${messagePanel('accepted', 'done', [words.doneTitle, words.done], login)}
${messagePanel('expired', 'warning', [words.expiredTitle, words.expired], back)}
${messagePanel('used', 'warning', [words.usedTitle, words.used], login)}
${messagePanel('gone', 'mail', [texts.links.goneTitle, texts.links.gone], back)}
${messagePanel('broken', 'warning', [words.brokenTitle, words.broken], back)}`,
  };
}
