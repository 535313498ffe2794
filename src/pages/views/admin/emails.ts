import { html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { filterChips, filterSelect, listView } from './list.ts';
import type { Screen } from './screen.ts';

const SHOWN = ['waiting', 'dead', 'sent', 'superseded'] as const;

export const emails: Screen = (context: PageContext) => {
  const words = context.texts.admin.emails;
  const { columns } = words;
  const states = SHOWN.map((value) => ({ value, label: words.states[value] }));
  const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));
  return {
    search: words.search,
    actions: html`<button class="button plain compact" type="button" id="open-preview" disabled>${words.preview}</button>`,
    content: html`<div class="mail-bar"><p class="soft small" id="mail-health" role="status"></p>
<div class="dead-actions" id="dead-actions" hidden><button class="button plain compact" type="button" id="retry-dead">${words.retryAll}</button><button class="button danger compact" type="button" id="drop-dead">${words.dropAll}</button></div></div>
${listView(
  {
    id: 'emails',
    caption: words.caption,
    columns: [
      { name: 'to', label: columns.to, kind: 'main' },
      { name: 'state', label: columns.state },
      { name: 'kind', label: columns.kind },
      { name: 'tries', label: columns.tries, kind: 'number' },
      { name: 'answer', label: columns.answer, kind: 'wide' },
      { name: 'created', label: columns.created },
      { name: 'tools', label: words.retry, kind: 'tools' },
    ],
    filters: html`${filterChips('state', words.stateFilter, [{ value: '', label: words.all }, ...states])}
${filterSelect('kind', words.kindFilter, [{ value: '', label: words.allKinds }, ...kinds])}`,
  },
  context,
)}`,
  };
};
