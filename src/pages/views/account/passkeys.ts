import { submitButton, textField } from '../../fields.ts';
import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import type { BlockView } from './block.ts';

export const passkeys: BlockView = ({ hasPasskeys, texts: { passkeys: words } }) =>
  hasPasskeys
    ? {
        id: 'passkeys',
        title: words.title,
        lead: words.lead,
        content: html`<ul class="devices passkeys" id="passkey-list" aria-labelledby="passkeys-title" data-synced="${words.synced}" data-on-one-device="${words.onOneDevice}"
data-created="${words.created}" data-used="${words.used}" data-unused="${words.unused}" data-rename="${words.rename}" data-rename-named="${words.renameNamed}" data-renamed="${words.renamed}"
data-remove="${words.remove}" data-remove-named="${words.removeNamed}" data-removed="${words.removed}" data-added="${words.added}" hidden></ul>
<p class="soft" id="no-passkeys" hidden>${words.none}</p>
<p class="soft without-passkeys">${words.unsupported}</p>
<div class="submit"><p class="form-notice" id="passkeys-notice" role="status" tabindex="-1"></p>
<button class="button needs-passkeys" type="button" id="add-passkey">${words.add}</button></div>`,
      }
    : undefined;

/** The questions for a new name, and before a passkey is removed. */
export function passkeyDialogs({ hasPasskeys, texts: { passkeys: words, fields } }: PageContext): Html {
  const name = { name: 'passkey_name', label: fields.passkey_name, autocomplete: 'off' } as const;
  const cancel = html`<button class="button plain" type="button" data-close>${words.cancel}</button>`;
  if (!hasPasskeys) return html``;
  return html`<dialog class="card" id="rename-passkey" aria-labelledby="rename-passkey-title">
<form class="stack" id="rename-passkey-form" method="post" novalidate>
<h2 id="rename-passkey-title">${words.renameTitle}</h2>
${textField(name)}
${submitButton({ label: words.save })}
${cancel}
</form>
</dialog>
<dialog class="card" id="remove-passkey" aria-labelledby="remove-passkey-title" aria-describedby="remove-passkey-lead">
<form class="stack" id="remove-passkey-form" method="post" novalidate>
<h2 id="remove-passkey-title">${words.removeQuestion}</h2>
<p class="value" id="remove-passkey-name"></p>
<p class="soft" id="remove-passkey-lead">${words.removeLead}</p>
${submitButton({ label: words.remove, variant: 'danger' })}
${cancel}
</form>
</dialog>
`;
}
