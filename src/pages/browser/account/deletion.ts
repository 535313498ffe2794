import { refusal } from '../api.ts';
import { handleForm } from '../forms.ts';
import { byId, fillIn, serverNowMs, showPanel } from '../page.ts';
import { freshly } from '../recent-login.ts';
import { end } from '../session.ts';
import type { Block } from './block.ts';
import { currentOwner, requestAsOwner } from './owner.ts';

/** Set when this page has deleted the account. `deletesAt` is null when it is gone already. */
let outcome: { readonly deletesAt: string | null } | undefined;

const dialog = () => byId('deletion-dialog', HTMLDialogElement);
const dateInWords = (time: number | string): string =>
  new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });

export const deletion: Block = {
  id: 'deletion',
  start() {
    const form = byId('deletion-form', HTMLFormElement);
    byId('open-deletion', HTMLButtonElement).addEventListener('click', () => {
      form.reset();
      dialog().showModal();
      byId('typed_email', HTMLInputElement).focus();
    });
    byId('deletion-cancel', HTMLButtonElement).addEventListener('click', () => dialog().close());
    handleForm('deletion-form', {
      send: async ({ typed_email = '' }) =>
        typed_email.trim().toLowerCase() === currentOwner()?.email
          ? freshly(() => requestAsOwner('POST', '/api/me/delete'))
          : refusal('typed_email_wrong', 'typed_email'),
      succeeded({ data }) {
        const { deletes_at: deletesAt } = data as { deletes_at: string | null };
        outcome = { deletesAt };
        end(deletesAt === null ? 'deleted' : 'deletionScheduled');
      },
    });
  },
  show({ email }) {
    byId('deletion-address', HTMLElement).textContent = email;
    const date = dateInWords(serverNowMs() + Number(dialog().dataset.graceMs));
    for (const part of [byId('deletion-block', HTMLElement), dialog()]) fillIn(part, { date });
  },
};

/** Shows what has become of the account. False when it was not deleted by this page. */
export function sayGoodbye(): boolean {
  if (!outcome) return false;
  const { deletesAt } = outcome;
  if (deletesAt === null) showPanel('deleted');
  else showPanel('deletion-scheduled', { date: dateInWords(deletesAt) });
  return true;
}
