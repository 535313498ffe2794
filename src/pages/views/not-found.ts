import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { panel } from './panels.ts';

export function notFound({ homeUrl, texts: { notFound: words } }: PageContext): View {
  const content = html`<p class="soft">${words.lead}</p><a class="button" href="${homeUrl}">${words.home}</a>`;
  return { title: words.title, content: panel({ id: 'not-found', title: words.title, content, icon: 'lost' }, false) };
}
