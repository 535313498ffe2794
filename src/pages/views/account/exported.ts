import { submitButton } from '../../fields.ts';
import { html } from '../../html.ts';
import type { BlockView } from './block.ts';

export const exported: BlockView = ({ texts: { export: words } }) => ({
  id: 'exported',
  title: words.title,
  lead: words.lead,
  content: html`<form id="export-form" method="post" novalidate data-done="${words.done}">
${submitButton({ label: words.download, variant: 'plain' })}
</form>`,
});
