import { h, render } from 'preact';
import type { Texts } from '../texts/en.ts';
import type { LoginMethod, Security } from './account/answers.ts';
import { currentOwner, requestAsOwner } from './account/owner.ts';
import { type Method, type Reply, refusal } from './api.ts';
import { type NoticeText, refusalNotice } from './components/notice.tsx';
import { RecentLoginForm, type Returned } from './forms/recent-login-form.tsx';
import { beginIdentity, finishBegun, unfinishedNotice } from './identity-flow.ts';
import { byId } from './page.ts';
import { passkeysWork } from './passkey-support.ts';

/** The value of a confirmed dialog; a cancelled one has none. */
const CONFIRMED = 'confirmed';

/**
 * For operations that need a recent login: sends the request; on `fresh_login_required`, a dialog requests the
 * password, and a code if the account has a second factor, and the request is sent again. Keeps what was typed and
 * restores the focus. Cancelling results in the code `cancelled`, which forms ignore. A provider is another page, after
 * which the user starts the action again.
 */
export async function withRecentLogin(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send();
  if (reply.code !== 'fresh_login_required') return reply;
  return (await confirmIdentity()) ? send() : refusal('cancelled');
}

export const requestWithRecentLogin = (method: Method, path: string, body?: object): Promise<Reply> =>
  withRecentLogin(() => requestAsOwner(method, path, body));

/** Resolves to whether the user has confirmed their identity. */
export const confirmIdentity = (): Promise<boolean> => openConfirmation({});

/** Continues with the result of a provider that the dialog led to, perhaps from another page. */
export async function resumeConfirmation(): Promise<void> {
  const finished = await finishBegun('confirm');
  if (!finished) return;
  const { begun, reply } = finished;
  if (reply.ok) await openConfirmation({ ticket: (reply.data as { readonly ticket: string }).ticket });
  else await openConfirmation({ notice: unfinishedNotice(begun, reply, wordsOf(dialogOfPage())) });
}

const dialogOfPage = (): HTMLDialogElement => byId('recent-login', HTMLDialogElement);
const wordsOf = ({ dataset }: HTMLDialogElement) => JSON.parse(dataset.words ?? '{}') as Texts['confirmIdentity'];

async function openConfirmation(returned: Returned): Promise<boolean> {
  const dialog = dialogOfPage();
  const before = document.activeElement;
  const { hasPassword, hasPasskeys, providers } = await waysToConfirm('identities' in dialog.dataset);
  const form = h(RecentLoginForm, {
    ...returned,
    words: wordsOf(dialog),
    email: currentOwner()?.email ?? '',
    hasPassword,
    providers,
    canUsePasskey: passkeysWork && 'passkeys' in dialog.dataset && hasPasskeys,
    confirmAtProvider,
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
  // Removes what was typed, too.
  render(null, dialog);
  if (before instanceof HTMLElement) before.focus();
  return dialog.returnValue === CONFIRMED;
}

async function confirmAtProvider({ provider, name }: LoginMethod): Promise<NoticeText | undefined> {
  const begin = (body: object) => requestAsOwner('POST', '/api/reauthenticate/identity', body);
  const refused = await beginIdentity({ provider, name, purpose: 'confirm' }, begin);
  return refused && refusalNotice(refused);
}

/** Asks for the password if the account's login methods cannot be loaded. */
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
