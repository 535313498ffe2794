import { passwordField, submitButton } from '../../fields.ts';
import { html } from '../../html.ts';
import type { BlockView } from './block.ts';

export const password: BlockView = ({ texts }) => {
  const { account: words } = texts;
  return {
    id: 'password',
    title: words.password,
    lead: words.passwordLead,
    content: html`<form class="stack" id="password-form" method="post" novalidate>
<input class="unseen" type="email" id="username" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${passwordField({ name: 'current_password', texts, isNew: false })}
${passwordField({ name: 'new_password', texts, isNew: true })}
${submitButton({ label: words.changePassword })}
</form>`,
  };
};
