import { html } from '../../html.ts';
import type { BlockView } from './block.ts';

export const address: BlockView = ({ texts: { account: words, fields } }) => ({
  id: 'address',
  title: fields.email,
  lead: words.addressLead,
  content: html`<p class="value" id="address-value"></p>`,
});
