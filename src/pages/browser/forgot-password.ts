import { call } from './api.ts';
import { handleForm } from './forms.ts';
import { byId, showPanel } from './page.ts';

const email = byId('email', HTMLInputElement);

handleForm('forgot-form', {
  send: (values) => call('POST', '/api/forgot-password', { body: values }),
  succeeded: () => showPanel('asked', { email: email.value }),
});
byId('again', HTMLButtonElement).addEventListener('click', () => {
  showPanel('forgot');
  email.focus();
});
