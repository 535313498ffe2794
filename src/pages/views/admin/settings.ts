import { html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { filterChips, skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const settings: Screen = ({ texts }: PageContext) => {
  const words = texts.admin.settings;
  return {
    search: words.search,
    content: html`<div id="settings-list">
<div class="filters">${filterChips('show', words.show, [
      { value: '', label: words.all },
      { value: 'changed', label: words.changed },
    ])}<p class="soft small" id="settings-count" role="status"></p></div>
<p class="soft" id="settings-lead">${words.lead}</p>
<div class="stacked-cards" id="settings">${skeletonCard}</div>
</div>`,
  };
};
