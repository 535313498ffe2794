import { fill } from '../texts/fill.ts';
import { call } from './api.ts';
import { handleForm, showFormNotice } from './forms.ts';
import { byId, messages } from './page.ts';

/** The button that stands wherever a verification link may have been lost. */
export function handleResend(emailOf: (values: Readonly<Record<string, string>>) => string, sent = () => {}): void {
  let email = '';
  handleForm('resend-form', {
    send: (values) => {
      email = emailOf(values).trim();
      return call('POST', '/api/resend-verification', { body: { email } });
    },
    succeeded: () => {
      showFormNotice(byId('resend-form', HTMLFormElement), fill(messages.linkSent, { email }), 'success');
      sent();
    },
  });
}
