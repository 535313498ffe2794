import { call } from './api.ts';
import { handleForm } from './forms.ts';
import { pageIsReady, showPanel } from './page.ts';
import { handleResend } from './resend.ts';

let registered = '';

handleForm('register-form', {
  send: (values) => call('POST', '/api/register', { body: values }),
  succeeded: ({ data }) => {
    registered = (data as { email: string }).email;
    showPanel('registered', { email: registered });
    resend.noteSent();
  },
});
const resend = handleResend(() => registered);
pageIsReady();
