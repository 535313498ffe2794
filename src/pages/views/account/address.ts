import { submitButton, textField } from '../../fields.ts';
import { html } from '../../html.ts';
import type { BlockView } from './block.ts';
import { cancelButton, formRow } from './form-row.ts';

export const address: BlockView = ({ texts }) => {
  const { account, fields, addressChange: words } = texts;
  const send = { label: texts.forgot.send, describedBy: 'address-form-wait' };
  return {
    id: 'address',
    title: fields.email,
    lead: account.addressLead,
    content: formRow({
      id: 'address',
      value: html`<p class="value" id="address-value"></p>`,
      open: words.ask,
      form: html`<form class="stack" id="address-form" method="post" novalidate data-asked="${words.asked}" data-changed="${words.changed}" hidden>
${textField({ name: 'email', label: words.newAddress, autocomplete: 'email', type: 'email', hint: words.hint })}
<p class="wait small soft" id="address-form-wait"></p>
${submitButton({ ...send, beside: cancelButton('address', texts.authenticator.cancel) })}
</form>`,
    }),
  };
};
