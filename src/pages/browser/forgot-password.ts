import { call } from './api.ts';
import { paceEmails } from './email-form.ts';
import { handleForm } from './forms.ts';
import { byId, pageIsReady, showPanel } from './page.ts';

const email = byId('email', HTMLInputElement);
const pace = paceEmails('forgot-form', 'password_reset', () => email.value);

handleForm('forgot-form', {
  send: (values) => call('POST', '/api/forgot-password', { body: values }),
  succeeded: () => {
    pace.noteSent();
    showPanel('asked', { email: email.value });
  },
});
byId('again', HTMLButtonElement).addEventListener('click', () => {
  showPanel('forgot');
  email.focus();
});
pageIsReady();
