import { codeField, submitButton } from '../../fields.ts';
import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import type { BlockView } from './block.ts';

/** The card has several states, of which the script shows one: no app, adding one, its recovery codes, an app in use, removing it. */
export const authenticator: BlockView = (context) => {
  if (!context.hasAuthenticatorApps) return undefined;
  const { authenticator: words } = context.texts;
  return {
    id: 'authenticator',
    title: words.title,
    lead: words.lead,
    content: html`<p class="form-notice" id="authenticator-notice" role="status" tabindex="-1" data-removed="${words.removed}"></p>
${[adding, codes, active, removing, none].map((state) => state(context))}`,
  };
};

type State = (context: PageContext) => Html;

const cancel = (id: string, label: string): Html =>
  html`<button class="button plain" type="button" id="${id}">${label}</button>\n`;

const none: State = ({
  texts: { authenticator: words },
}) => html`<form data-state="none" id="add-app-form" method="post" novalidate hidden>
${submitButton({ label: words.add })}
</form>
`;

const adding: State = ({ texts }) => {
  const { authenticator: words } = texts;
  return html`<form class="stack" data-state="adding" id="confirm-app-form" method="post" novalidate hidden>
<div class="enrolment"><div class="qr" id="app-qr" data-label="${words.picture}"></div>
<div class="stack"><p>${words.scan}</p>
<p class="soft">${words.orType}<br><code class="app-key" id="app-key"></code></p>
<p><a id="app-link">${words.sameDevice}</a></p></div></div>
<p>${words.confirmLead}</p>
${codeField({ id: 'app-code', texts })}
${submitButton({ label: words.confirm, beside: cancel('cancel-app', words.cancel) })}
</form>
`;
};

const codes: State = ({
  brand,
  texts: { authenticator: words },
}) => html`<div class="stack" data-state="codes" id="recovery-codes" hidden data-product="${brand.productName}" data-file-title="${words.fileTitle}" data-copied="${words.copied}">
<h4 tabindex="-1" id="recovery-codes-title">${words.codesTitle}</h4>
<p>${words.codesLead}</p>
<ul class="codes" id="recovery-code-list" aria-labelledby="recovery-codes-title"></ul>
<p class="form-notice" id="codes-notice" role="status"></p>
<div class="choices"><button class="button plain compact" type="button" id="copy-codes">${words.copy}</button>
<button class="button plain compact" type="button" id="print-codes">${words.print}</button>
<button class="button plain compact" type="button" id="download-codes">${words.download}</button></div>
<div class="submit"><button class="button" type="button" id="codes-saved">${words.saved}</button></div>
</div>
`;

const active: State = ({ texts: { authenticator: words } }) => html`<div class="stack" data-state="active" hidden>
<p><span class="badge on">${words.active}</span> <span class="soft" id="codes-left" data-text="${words.codesLeft}"></span></p>
<div class="choices"><button class="button plain compact" type="button" id="renew-codes">${words.renew}</button>
<button class="button plain compact" type="button" id="replace-app">${words.replace}</button>
<button class="button danger compact" type="button" id="remove-app">${words.remove}</button></div>
</div>
`;

const removing: State = ({
  texts: { authenticator: words },
}) => html`<form class="stack" data-state="removing" id="remove-app-form" method="post" novalidate hidden>
<p tabindex="-1" id="remove-question">${words.removeQuestion}</p>
${submitButton({ label: words.removeConfirm, variant: 'danger', beside: cancel('keep-app', words.cancel) })}
</form>
`;
