import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { panel } from './panels.ts';

/** Providers redirect here. Continues at once on the page of this tab that began the login. */
export function loginCallback({ texts, to }: PageContext): View {
  const { identities: words, actions } = texts;
  const lost = html`<p class="soft">${words.lost}</p>
<a class="button" href="${to('/login')}">${actions.backToLogin}</a>`;
  return {
    title: words.returning,
    content: html`${panel({ id: 'returning', title: words.returning, content: html`` }, false)}
${panel({ id: 'lost', title: words.lostTitle, content: lost, icon: 'lost' })}`,
  };
}
