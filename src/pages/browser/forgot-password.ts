import { call } from './api.ts';
import { carryAddress } from './carried-address.ts';
import { paceEmails } from './email-form.ts';
import { focusFirstField, handleForm } from './forms.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { offerMailbox } from './mail-provider.ts';
import { byId, pageIsReady, showPanel } from './page.ts';

const email = byId('email', HTMLInputElement);
carryAddress(email);
const pace = paceEmails('forgot-form', 'password_reset', () => email.value);

handleForm('forgot-form', {
  send: (values) => call('POST', '/api/forgot-password', { body: values }),
  succeeded: () => {
    pace.noteSent();
    interruptJourney('password_reset', email.value.trim().toLowerCase());
    offerMailbox(email.value);
    showPanel('asked', { email: email.value });
  },
});
byId('again', HTMLButtonElement).addEventListener('click', () => {
  showPanel('forgot');
  email.focus();
});
focusFirstField(byId('forgot-form', HTMLFormElement));
pageIsReady();
