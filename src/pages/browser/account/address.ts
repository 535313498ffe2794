import { fill } from '../../texts/fill.ts';
import { type EmailForm, paceEmails } from '../email-form.ts';
import { handleForm, showFormNotice } from '../forms.ts';
import { byId } from '../page.ts';
import { freshly } from '../recent-login.ts';
import type { Block } from './block.ts';
import { currentOwner, requestAsOwner } from './owner.ts';

let pace: EmailForm | undefined;

export const address: Block = {
  id: 'address',
  start() {
    const form = byId('address-form', HTMLFormElement);
    // Every request sends a notice to the address that the account has, so that is the one to count.
    const pacing = paceEmails('address-form', 'email_change_notice', () => currentOwner()?.email ?? '');
    pace = pacing;
    handleForm('address-form', {
      send: (values) => freshly(() => requestAsOwner('POST', '/api/me/email', values)),
      succeeded() {
        const email = byId('email', HTMLInputElement).value.trim();
        form.reset();
        showFormNotice(form, fill(form.dataset.asked ?? '', { email }), 'neutral');
        pacing.noteSent();
      },
    });
  },
  show({ email }) {
    byId('address-value', HTMLElement).textContent = email;
    // The owner is set after all blocks have been shown.
    queueMicrotask(() => pace?.look());
  },
};
