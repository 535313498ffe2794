import { codeStep, passwordField, submitButton } from '../../fields.ts';
import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { PASSKEY_ICON } from '../panels.ts';

/** The dialog that browser/recent-login.ts opens when an operation wants a recent login. */
export function recentLoginDialog({ texts, features }: PageContext): Html {
  const { confirmIdentity: words } = texts;
  return html`<dialog class="card" id="recent-login" aria-labelledby="recent-login-title" aria-describedby="recent-login-lead">
<form class="stack" id="recent-login-form" method="post" novalidate>
<h2 id="recent-login-title">${words.title}</h2>
<p class="soft" id="recent-login-lead">${words.lead}</p>
<p class="value" id="recent-login-address"></p>
<input class="unseen" type="email" id="recent-login-username" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${passwordField({ name: 'password', texts, isNew: false })}
${codeStep({ id: 'recent-login-code', texts })}
${submitButton({ label: words.confirm })}
${
  features.passkeys &&
  html`<button class="button plain needs-passkeys" type="button" id="recent-login-passkey" hidden>${PASSKEY_ICON}<span>${words.usePasskey}</span></button>
`
}<button class="button plain" type="button" id="recent-login-cancel">${words.cancel}</button>
</form>
</dialog>`;
}
