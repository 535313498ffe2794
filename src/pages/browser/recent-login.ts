import { currentOwner, requestAsOwner } from './account/owner.ts';
import { type Method, type Reply, refusal } from './api.ts';
import { codeStep } from './code-step.ts';
import { handleForm, showFormNotice } from './forms.ts';
import { byId } from './page.ts';
import { usePasskey } from './passkey-ceremony.ts';
import { passkeysWork } from './passkey-support.ts';
import { explain } from './refusals.ts';
import { reauthenticate, reauthenticateByPasskey } from './session.ts';

/** Why the dialog was closed; a dialog that was cancelled, by its button or by Escape, says nothing. */
const CONFIRMED = 'confirmed';

let isReady = false;

/**
 * For operations that want a recent login: sends, and if the service answers `fresh_login_required`, asks for the
 * password, and where the account has a second factor for a code, in a dialog and sends once more. The page keeps what
 * was typed, and the focus returns to where it was. Who cancels gets a reply with the code `cancelled`, of which forms
 * say nothing.
 */
export async function withRecentLogin(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send();
  if (reply.code !== 'fresh_login_required') return reply;
  return (await confirmIdentity()) ? send() : refusal('cancelled');
}

export const requestWithRecentLogin = (method: Method, path: string, body?: object): Promise<Reply> =>
  withRecentLogin(() => requestAsOwner(method, path, body));

/** Resolves with whether the person has proven again who they are. */
export async function confirmIdentity(): Promise<boolean> {
  const dialog = byId('recent-login', HTMLDialogElement);
  const form = byId('recent-login-form', HTMLFormElement);
  if (!isReady) prepare(dialog, form);
  isReady = true;
  const before = document.activeElement;
  const { email = '' } = currentOwner() ?? {};
  byId('recent-login-address', HTMLElement).textContent = email;
  // As the default, so that a reset of the form keeps it.
  byId('recent-login-username', HTMLInputElement).defaultValue = email;
  await showWhetherByPasskey();
  dialog.returnValue = '';
  dialog.showModal();
  byId('password', HTMLInputElement).focus();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  form.reset();
  if (before instanceof HTMLElement) before.focus();
  return dialog.returnValue === CONFIRMED;
}

function prepare(dialog: HTMLDialogElement, form: HTMLFormElement): void {
  const step = codeStep(form, 'recent-login-code');
  // The password stays where it is; it may be the wrong one.
  form.addEventListener('reset', step.hide);
  handleForm(form.id, {
    send: ({ password = '', code = '' }) => reauthenticate(password, code),
    succeeded: () => dialog.close(CONFIRMED),
    refused: step.refused,
  });
  byId('recent-login-cancel', HTMLButtonElement).addEventListener('click', () => dialog.close());
  document.getElementById('recent-login-passkey')?.addEventListener('click', () => void confirmByPasskey(dialog, form));
}

async function confirmByPasskey(dialog: HTMLDialogElement, form: HTMLFormElement): Promise<void> {
  const reply = await usePasskey(reauthenticateByPasskey);
  if (reply.ok) dialog.close(CONFIRMED);
  else if (reply.code !== 'cancelled') showFormNotice(form, explain(reply), 'danger');
}

/** Only owners of passkeys are offered to use one; where PASSKEYS=off, the button is not in the page. */
async function showWhetherByPasskey(): Promise<void> {
  const button = document.getElementById('recent-login-passkey');
  if (!button || !passkeysWork) return;
  const { ok, data } = await requestAsOwner('GET', '/api/me/passkeys');
  button.hidden = !ok || (data as { passkeys: readonly unknown[] }).passkeys.length === 0;
}
