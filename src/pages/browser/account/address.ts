import { fill } from '../../texts/fill.ts';
import { type EmailForm, paceEmails } from '../email-form.ts';
import { handleForm } from '../forms.ts';
import { byId } from '../page.ts';
import { freshly } from '../recent-login.ts';
import { lookAgain } from '../session.ts';
import type { Block } from './block.ts';
import { type FormRow, handleFormRow } from './form-row.ts';
import { currentOwner, requestAsOwner } from './owner.ts';
import { isInSight } from './sections.ts';
import { readSecurity } from './security.ts';

/** The link may be opened on another device while this page stays in sight. Each time costs a request, and the link works for an hour. */
const LOOK_AGAIN_AFTER_MINUTES = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

let pace: EmailForm | undefined;
let addressRow: FormRow | undefined;
/** The address that the page says was asked for. */
let pending: string | undefined;

export const address: Block = {
  id: 'address',
  start() {
    addressRow = handleFormRow('address');
    addEventListener('hashchange', () => void sayPending());
    // Every request sends a notice to the address that the account has, so that is the one to count.
    const pacing = paceEmails('address-form', 'email_change_notice', () => currentOwner()?.email ?? '');
    pace = pacing;
    handleForm('address-form', {
      send: (values) => freshly(() => requestAsOwner('POST', '/api/me/email', values)),
      succeeded() {
        const email = byId('email', HTMLInputElement).value.trim();
        addressRow?.close();
        sayAsked(email);
        pacing.noteSent();
      },
    });
  },
  show({ email }, isSame) {
    byId('address-value', HTMLElement).textContent = email;
    if (isSame && email !== currentOwner()?.email) sayChanged();
    // The owner is set after all blocks have been shown.
    queueMicrotask(() => {
      pace?.look();
      void sayPending();
    });
  },
};

function sayAsked(email: string): void {
  pending = email;
  addressRow?.tell(fill(byId('address-form', HTMLFormElement).dataset.asked ?? '', { email }), 'neutral');
  for (const minutes of LOOK_AGAIN_AFTER_MINUTES) setTimeout(lookAgain, minutes * 60_000);
}

/** A change that was asked for before the page was loaded, or elsewhere. */
async function sayPending(): Promise<void> {
  if (!isInSight('data')) return;
  const { ok, data } = await readSecurity();
  if (ok && data.pending_email !== null && data.pending_email !== pending) sayAsked(data.pending_email);
}

/** The link was opened in another tab or on another device. */
function sayChanged(): void {
  pending = undefined;
  addressRow?.tell(byId('address-form', HTMLFormElement).dataset.changed ?? '', 'success');
}
