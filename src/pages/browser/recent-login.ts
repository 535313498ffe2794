import { h, render } from 'preact';
import type { Texts } from '../texts/en.ts';
import type { Security } from './account/answers.ts';
import { currentOwner, requestAsOwner } from './account/owner.ts';
import { type Method, type Reply, refusal } from './api.ts';
import { RecentLoginForm } from './forms/recent-login-form.tsx';
import { byId } from './page.ts';
import { passkeysWork } from './passkey-support.ts';

/** Why the dialog was closed; a dialog that was cancelled, by its button or by Escape, says nothing. */
const CONFIRMED = 'confirmed';

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
  const before = document.activeElement;
  const owned = await ownedProofs();
  const form = h(RecentLoginForm, {
    words: JSON.parse(dialog.dataset.words ?? '{}') as Texts['confirmIdentity'],
    email: currentOwner()?.email ?? '',
    hasPassword: owned.password,
    canUsePasskey: passkeysWork && 'passkeys' in dialog.dataset && owned.passkeys > 0,
    confirmed: () => dialog.close(CONFIRMED),
    cancel: () => dialog.close(),
  });
  dialog.returnValue = '';
  render(form, dialog);
  dialog.showModal();
  if (owned.password) byId('password', HTMLInputElement).focus();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  // What was typed goes with it.
  render(null, dialog);
  if (before instanceof HTMLElement) before.focus();
  return dialog.returnValue === CONFIRMED;
}

/** What the owner can confirm it with. */
async function ownedProofs(): Promise<Pick<Security, 'password' | 'passkeys'>> {
  const { ok, data } = await requestAsOwner('GET', '/api/me/security');
  return ok ? (data as Security) : { password: true, passkeys: 0 };
}
