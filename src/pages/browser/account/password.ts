import { handleForm } from '../forms.ts';
import { byId, messages } from '../page.ts';
import { end, logInQuietly } from '../session.ts';
import type { Block } from './block.ts';
import { type FormRow, handleFormRow } from './form-row.ts';
import { currentOwner, requestAsOwner } from './owner.ts';
import { CHANGE_PASSWORD } from './sections.ts';

let isLoggedInAgain = false;
let passwordRow: FormRow | undefined;

/** Password managers, and links from elsewhere, name the form itself. */
function openIfNamed(): void {
  if (location.hash === CHANGE_PASSWORD) passwordRow?.open();
}

export const password: Block = {
  id: 'password',
  start() {
    passwordRow = handleFormRow('password', () => {
      // A reload would open the form again.
      if (location.hash === CHANGE_PASSWORD) history.replaceState(null, '', '#security');
    });
    addEventListener('hashchange', openIfNamed);
    handleForm('password-form', {
      async send({ current_password, new_password = '' }) {
        const reply = await requestAsOwner('POST', '/api/change-password', { current_password, new_password });
        const email = currentOwner()?.email ?? '';
        // A change ends every session, this one too; whoever has just chosen the password need not type it again.
        isLoggedInAgain = reply.ok && (await logInQuietly(email, new_password)).ok;
        return reply;
      },
      succeeded() {
        if (!isLoggedInAgain) return end('passwordChanged');
        passwordRow?.close();
        passwordRow?.tell(messages.passwordChangedHere, 'success');
      },
    });
  },
  show({ email }, isSame) {
    // As the default, so that a reset of the form keeps it.
    byId('username', HTMLInputElement).defaultValue = email;
    // The account is shown after all blocks have been, and what is hidden takes no focus.
    if (!isSame) queueMicrotask(openIfNamed);
  },
};
