import { fill } from '../../texts/fill.ts';
import { type EmailForm, paceEmails } from '../email-form.ts';
import { handleForm } from '../forms.ts';
import { byId } from '../page.ts';
import { freshly } from '../recent-login.ts';
import { lookAgain } from '../session.ts';
import type { Block } from './block.ts';
import { type FormRow, handleFormRow } from './form-row.ts';
import { currentOwner, requestAsOwner } from './owner.ts';

/** The link may be opened on another device while this page stays in sight. Each time costs a request, and the link works for an hour. */
const LOOK_AGAIN_AFTER_MINUTES = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

let pace: EmailForm | undefined;
let addressRow: FormRow | undefined;

export const address: Block = {
  id: 'address',
  start() {
    addressRow = handleFormRow('address');
    // Every request sends a notice to the address that the account has, so that is the one to count.
    const pacing = paceEmails('address-form', 'email_change_notice', () => currentOwner()?.email ?? '');
    pace = pacing;
    handleForm('address-form', {
      send: (values) => freshly(() => requestAsOwner('POST', '/api/me/email', values)),
      succeeded() {
        const email = byId('email', HTMLInputElement).value.trim();
        addressRow?.close();
        addressRow?.tell(fill(byId('address-form', HTMLFormElement).dataset.asked ?? '', { email }), 'neutral');
        pacing.noteSent();
        for (const minutes of LOOK_AGAIN_AFTER_MINUTES) setTimeout(lookAgain, minutes * 60_000);
      },
    });
  },
  show({ email }, isSame) {
    byId('address-value', HTMLElement).textContent = email;
    if (isSame && email !== currentOwner()?.email) sayChanged();
    // The owner is set after all blocks have been shown.
    queueMicrotask(() => pace?.look());
  },
};

/** The link was opened in another tab or on another device. */
function sayChanged(): void {
  addressRow?.tell(byId('address-form', HTMLFormElement).dataset.changed ?? '', 'success');
}
