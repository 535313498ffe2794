import { codeStep, passwordField, submitButton } from '../../fields.ts';
import { html } from '../../html.ts';
import type { BlockView } from './block.ts';
import { cancelButton, formRow } from './form-row.ts';

export const password: BlockView = ({ texts }) => {
  const { account: words } = texts;
  const save = { label: texts.reset.save, beside: cancelButton('password', texts.authenticator.cancel) };
  return {
    id: 'password',
    title: words.password,
    lead: words.passwordLead,
    content: formRow({
      id: 'password',
      value: html`<p class="value" aria-hidden="true">••••••••••</p>`,
      open: words.changePassword,
      form: html`<form class="stack" id="password-form" method="post" novalidate data-lead="${words.passwordLead}" data-lead-with-app="${words.passwordLeadWithApp}" hidden>
<input class="unseen" type="email" id="username" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${passwordField({ name: 'current_password', texts, isNew: false })}
${passwordField({ name: 'new_password', texts, isNew: true })}
${codeStep({ id: 'password-code', texts })}
${submitButton(save)}
</form>`,
    }),
  };
};
