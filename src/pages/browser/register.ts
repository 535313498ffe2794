import { call } from './api.ts';
import { carryAddress } from './carried-address.ts';
import { focusFirstField } from './first-field.ts';
import { handleForm } from './forms.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { byId, pageIsReady, showPanel } from './page.ts';
import { handleResend } from './resend.ts';

let registered = '';

carryAddress(byId('email', HTMLInputElement));
handleForm('register-form', {
  send: (values) => call('POST', '/api/register', { body: values }),
  succeeded: ({ data }) => {
    registered = (data as { email: string }).email;
    interruptJourney('account_verification', registered);
    showPanel('registered', { email: registered });
    resend.noteSent();
  },
});
const resend = handleResend(() => registered);
focusFirstField(byId('register-form', HTMLFormElement));
pageIsReady();
