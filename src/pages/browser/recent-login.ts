import { h, render } from 'preact';
import type { Texts } from '../texts/en.ts';
import type { LoginMethod, Security } from './account/answers.ts';
import { currentOwner, requestAsOwner } from './account/owner.ts';
import { type Method, type Reply, refusal } from './api.ts';
import { type Said, sayRefusal } from './components/notice.tsx';
import { RecentLoginForm, type Returned } from './forms/recent-login-form.tsx';
import { beginIdentity, finishBegun, sayUnfinished } from './identity-flow.ts';
import { byId } from './page.ts';
import { passkeysWork } from './passkey-support.ts';

/** Why the dialog was closed; a dialog that was cancelled, by its button or by Escape, says nothing. */
const CONFIRMED = 'confirmed';

/**
 * For operations that want a recent login: sends, and if the service answers `fresh_login_required`, asks for the
 * password, and where the account has a second factor for a code, in a dialog and sends once more. The page keeps what
 * was typed, and the focus returns to where it was. Who cancels gets a reply with the code `cancelled`, of which forms
 * say nothing. A provider is another page: there the person begins again.
 */
export async function withRecentLogin(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send();
  if (reply.code !== 'fresh_login_required') return reply;
  return (await confirmIdentity()) ? send() : refusal('cancelled');
}

export const requestWithRecentLogin = (method: Method, path: string, body?: object): Promise<Reply> =>
  withRecentLogin(() => requestAsOwner(method, path, body));

/** Resolves with whether the person has proven again who they are. */
export const confirmIdentity = (): Promise<boolean> => openConfirmation({});

/** Goes on with what has come back from a provider to which the dialog has led, perhaps from another page. */
export async function resumeConfirmation(): Promise<void> {
  const finished = await finishBegun('confirm');
  if (!finished) return;
  const { begun, reply } = finished;
  if (reply.ok) await openConfirmation({ ticket: (reply.data as { readonly ticket: string }).ticket });
  else await openConfirmation({ said: sayUnfinished(begun, reply, wordsOf(dialogOfPage())) });
}

const dialogOfPage = (): HTMLDialogElement => byId('recent-login', HTMLDialogElement);
const wordsOf = ({ dataset }: HTMLDialogElement) => JSON.parse(dataset.words ?? '{}') as Texts['confirmIdentity'];

async function openConfirmation(returned: Returned): Promise<boolean> {
  const dialog = dialogOfPage();
  const before = document.activeElement;
  const { hasPassword, hasPasskeys, providers } = await waysToConfirm('identities' in dialog.dataset);
  const form = h(RecentLoginForm, {
    ...returned,
    ...{ words: wordsOf(dialog), email: currentOwner()?.email ?? '', hasPassword, providers },
    canUsePasskey: passkeysWork && 'passkeys' in dialog.dataset && hasPasskeys,
    leaveFor,
    confirmed: () => dialog.close(CONFIRMED),
    cancel: () => dialog.close(),
  });
  dialog.returnValue = '';
  render(form, dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('input:not([tabindex="-1"], [hidden]), button')?.focus();
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  if (returned.ticket !== undefined) byId('recent-login-form', HTMLFormElement).requestSubmit();
  await closed;
  // What was typed goes with it.
  render(null, dialog);
  if (before instanceof HTMLElement) before.focus();
  return dialog.returnValue === CONFIRMED;
}

async function leaveFor({ provider, name }: LoginMethod): Promise<Said | undefined> {
  const begin = (body: object) => requestAsOwner('POST', '/api/reauthenticate/identity', body);
  const refused = await beginIdentity({ provider, name, purpose: 'confirm' }, begin);
  return refused && sayRefusal(refused);
}

/** Where that cannot be read, the password is asked for. */
async function waysToConfirm(hasIdentities: boolean) {
  const [security, linked] = await Promise.all([
    requestAsOwner('GET', '/api/me/security'),
    hasIdentities ? requestAsOwner('GET', '/api/me/identities') : undefined,
  ]);
  const { password = true, passkeys = 0 } = security.ok ? (security.data as Security) : {};
  const { identities } = linked?.ok
    ? (linked.data as { readonly identities: readonly LoginMethod[] })
    : { identities: [] };
  return { hasPassword: password, hasPasskeys: passkeys > 0, providers: identities.filter(({ confirms }) => confirms) };
}
