import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { fill } from '../texts/fill.ts';
import { messagePanel } from './panels.ts';

/** Unless REGISTRATION=open: links and bookmarks still lead here. */
export function registrationClosed({ texts, to, features, brand: { supportEmail: support } }: PageContext): View {
  const { actions, register: words } = texts;
  const why = features.invitations ? words.invited : words.closed;
  const whom = support === undefined ? words.askSite : fill(words.askSupport, { support });
  const next = html`<p class="soft">${whom}</p>
<a class="button" href="${to('/login')}">${actions.login}</a>`;
  const title = words.closedTitle;
  return { title, content: messagePanel('closed', 'lost', [title, why], next, false) };
}
