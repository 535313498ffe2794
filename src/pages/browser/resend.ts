import { fill } from '../texts/fill.ts';
import { call } from './api.ts';
import { type EmailForm, paceEmails } from './email-form.ts';
import { handleForm, showFormNotice } from './forms.ts';
import { byId, messages } from './page.ts';

/** The button that stands wherever a verification link may have been lost. */
export function handleResend(emailOf: () => string, sent = () => {}): EmailForm {
  let email = '';
  const pace = paceEmails('resend-form', 'verification', emailOf);
  handleForm('resend-form', {
    send: () => {
      email = emailOf().trim();
      return call('POST', '/api/resend-verification', { body: { email } });
    },
    succeeded: () => {
      pace.noteSent();
      showFormNotice(byId('resend-form', HTMLFormElement), fill(messages.linkSent, { email }), 'success');
      sent();
    },
  });
  return pace;
}
