import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { handleForm } from '../forms.ts';
import { clearNotice, showNotice } from '../notice.ts';
import { byId } from '../page.ts';
import { makePasskey } from '../passkey-ceremony.ts';
import { canSignal, type PasskeyList, signalPasskeys } from '../passkey-signals.ts';
import { freshly } from '../recent-login.ts';
import { explain } from '../refusals.ts';
import { needsFactorSetup } from '../session.ts';
import type { Block } from './block.ts';
import { askForPasskeyLogin } from './factor-setup.ts';
import { currentOwner, requestAsOwner } from './owner.ts';
import { type Passkey, passkeyEntry } from './passkey-entry.ts';
import { offerQuietPasskey } from './quiet-passkey.ts';
import { isInSight } from './sections.ts';

const PATH = '/api/me/passkeys';
const LONGEST_NAME = '64';

const list = () => byId('passkey-list', HTMLElement);
const notice = () => byId('passkeys-notice', HTMLElement);
const word = (name: 'renamed' | 'removed' | 'added'): string => list().dataset[name] ?? '';
const pathOf = ({ id }: Passkey) => `${PATH}/${encodeURIComponent(id)}`;

/** That of the dialog that is open. */
let chosen: Passkey | undefined;

export const passkeys: Block = {
  id: 'passkeys',
  start() {
    addEventListener('hashchange', () => void loadIfShown());
    byId('add-passkey', HTMLButtonElement).addEventListener('click', ({ currentTarget }) =>
      add(currentTarget as HTMLButtonElement),
    );
    byId('passkey_name', HTMLInputElement).dataset.max = LONGEST_NAME;
    handleDialog('rename-passkey', rename, () => word('renamed'));
    handleDialog('remove-passkey', remove, () => word('removed'));
  },
  // The owner is set after all blocks have been shown.
  show: (user) =>
    queueMicrotask(async () => {
      await loadIfShown();
      if (await offerQuietPasskey(user)) await loadIfShown();
    }),
};

/** After a change of the name, which password managers show beside the passkey. */
export async function signalNewName(): Promise<void> {
  if (canSignal && document.getElementById('passkeys-block')) await load();
}

/** Only for whoever looks at the section: the list costs a request. */
async function loadIfShown(): Promise<void> {
  // The list is refused until the account has a second factor.
  if (!isInSight('security') || needsFactorSetup()) return;
  clearNotice(notice());
  await load();
}

/** Shows the list, and tells password managers of it. */
async function load(): Promise<void> {
  const reply = await requestAsOwner('GET', PATH);
  if (!reply.ok) return showNotice(notice(), explain(reply), 'danger');
  const listed = reply.data as Omit<PasskeyList, 'passkeys'> & { readonly passkeys: readonly Passkey[] };
  list().replaceChildren(
    ...listed.passkeys.map((passkey) => passkeyEntry(passkey, list(), { rename: askForName, remove: askToRemove })),
  );
  list().hidden = listed.passkeys.length === 0;
  byId('no-passkeys', HTMLElement).hidden = listed.passkeys.length > 0;
  const owner = currentOwner();
  if (owner) await signalPasskeys(listed, owner);
}

async function add(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  clearNotice(notice());
  const asked = await freshly(() => requestAsOwner('POST', `${PATH}/options`));
  // Without a name the service proposes that of the browser and the system.
  const reply = await makePasskey(asked, (credential) => freshly(() => requestAsOwner('POST', PATH, { credential })));
  button.disabled = false;
  if (reply.code === 'cancelled') return button.focus();
  if (!reply.ok) return tell(explain(reply), 'danger');
  if (askForPasskeyLogin()) return;
  await load();
  tell(fill(word('added'), { name: (reply.data as Passkey).name }), 'success');
}

function askForName(passkey: Passkey): void {
  chosen = passkey;
  const input = byId('passkey_name', HTMLInputElement);
  // As the default, so that a reset of the form keeps it.
  input.defaultValue = passkey.name;
  byId('rename-passkey', HTMLDialogElement).showModal();
  input.select();
}

function askToRemove(passkey: Passkey): void {
  chosen = passkey;
  byId('remove-passkey-name', HTMLElement).textContent = passkey.name;
  byId('remove-passkey', HTMLDialogElement).showModal();
}

async function rename(passkey: Passkey, { passkey_name: name = '' }: Readonly<Record<string, string>>): Promise<Reply> {
  const reply = await requestAsOwner('PUT', pathOf(passkey), { name: name.trim() });
  return reply.field === 'name' ? { ...reply, field: 'passkey_name' } : reply;
}

const remove = (passkey: Passkey) => freshly(() => requestAsOwner('DELETE', pathOf(passkey)));

type Change = (passkey: Passkey, values: Readonly<Record<string, string>>) => Promise<Reply>;

/** A dialog with a form, that is closed when the change is made or is of a passkey that is gone. */
function handleDialog(id: string, change: Change, done: () => string): void {
  const dialog = byId(id, HTMLDialogElement);
  const form = byId(`${id}-form`, HTMLFormElement);
  const finish = async (text: string, mood: 'success' | 'danger') => {
    dialog.close();
    await load();
    tell(text, mood);
  };
  handleForm(form.id, {
    send: async (values) => (chosen ? change(chosen, values) : Promise.reject(new Error('no passkey is chosen'))),
    succeeded: () => void finish(done(), 'success'),
    refused: (reply) => {
      if (reply.code !== 'passkey_not_found') return false;
      // Removed elsewhere meanwhile.
      void finish(word('removed'), 'success');
      return true;
    },
  });
  form.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => form.reset());
}

function tell(text: string, mood: 'success' | 'danger'): void {
  showNotice(notice(), text, mood);
  // The button that was pressed may be gone.
  notice().focus();
}
