import { handleForm, showFormNotice } from '../forms.ts';
import { byId, messages } from '../page.ts';
import { end, logInQuietly } from '../session.ts';
import type { Block } from './block.ts';
import { currentOwner, requestAsOwner } from './owner.ts';

let isLoggedInAgain = false;

export const password: Block = {
  id: 'password',
  start() {
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
        const form = byId('password-form', HTMLFormElement);
        form.reset();
        showFormNotice(form, messages.passwordChangedHere, 'success');
      },
    });
  },
  show({ email }) {
    // As the default, so that a reset of the form keeps it.
    byId('username', HTMLInputElement).defaultValue = email;
  },
};
