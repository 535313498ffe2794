import { html } from '../../html.ts';
import { filterChips, listView } from './list.ts';
import type { Screen } from './screen.ts';

export const sessions: Screen = (context) => {
  const { sessions: words } = context.texts.admin;
  const list = {
    id: 'sessions',
    caption: words.caption,
    filters: html`<div id="of-one" hidden>${filterChips('user', words.ofOne, [{ value: '', label: words.showAll }])}</div>`,
    columns: [
      { name: 'user', label: words.user, kind: 'main' },
      { name: 'device', label: words.device },
      { name: 'address', label: words.address, kind: 'wide' },
      { name: 'began', label: words.began, kind: 'wide' },
      { name: 'lastUsed', label: words.lastUsed },
      { name: 'end', label: words.end, kind: 'tools' },
    ],
  } as const;
  return { content: listView(list, context) };
};
