import { submitButton, textField } from '../../fields.ts';
import { html } from '../../html.ts';
import type { BlockView } from './block.ts';

export const address: BlockView = ({ texts: { account, fields, addressChange: words } }) => ({
  id: 'address',
  title: fields.email,
  lead: account.addressLead,
  content: html`<p class="value" id="address-value"></p>
<form class="stack" id="address-form" method="post" novalidate data-asked="${words.asked}" data-changed="${words.changed}">
${textField({ name: 'email', label: words.newAddress, autocomplete: 'email', type: 'email', hint: words.hint })}
<p class="wait small soft" id="address-form-wait"></p>
${submitButton({ label: words.ask, describedBy: 'address-form-wait' })}
</form>`,
});
