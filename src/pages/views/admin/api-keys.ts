import { html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { icon } from './icons.ts';
import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const apiKeys: Screen = ({ texts }: PageContext) => ({
  actions: html`<button class="button compact" type="button" id="make-key" disabled>${icon('add')}${texts.admin.apiKeys.make}</button>`,
  content: html`<div id="api-keys">${skeletonCard}</div>`,
});
