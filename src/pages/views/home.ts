import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { fill } from '../texts/fill.ts';
import { initialsAvatar, panel } from './panels.ts';

export function home({ brand, texts, to, features }: PageContext): View {
  const { actions, home: words } = texts;
  const title = fill(words.title, { product: brand.productName });
  const welcome = html`<p class="soft">${features.registration ? words.lead : words.leadToLogin}</p>
<div class="grid">
${features.registration && html`<a class="button" href="${to('/register')}">${actions.register}</a>`}
<a class="button ${features.registration && 'plain'}" href="${to('/login')}">${actions.login}</a>
</div>`;
  const signedIn = html`<p class="soft" data-fill="${words.signedInLead}"></p>
<div class="grid">
<a class="button" href="${to('/account')}">${actions.account}</a>
<button class="button plain" type="button" id="log-out">${actions.logout}</button>
</div>`;
  return {
    title: words.shortTitle,
    awaitsSession: true,
    content: html`${panel({ id: 'welcome', title, content: welcome }, false)}
${panel({ id: 'signed-in', title: words.signedInTitle, content: signedIn, above: initialsAvatar('initials') })}`,
  };
}
