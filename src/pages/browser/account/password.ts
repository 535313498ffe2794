import { handleForm } from '../forms.ts';
import { byId } from '../page.ts';
import { end } from '../session.ts';
import type { Block } from './block.ts';
import { requestAsOwner } from './owner.ts';

export const password: Block = {
  id: 'password',
  start() {
    handleForm('password-form', {
      send: ({ current_password, new_password }) =>
        requestAsOwner('POST', '/api/change-password', { current_password, new_password }),
      succeeded: () => end('passwordChanged'),
    });
  },
  show({ email }) {
    byId('username', HTMLInputElement).value = email;
  },
};
