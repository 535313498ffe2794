import { call } from './api.ts';
import { awaitVerification } from './await-verification.ts';
import { carryAddress } from './carried-address.ts';
import { focusFirstField } from './first-field.ts';
import { handleForm } from './forms.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { byId, goOn, pageIsReady, showPanel } from './page.ts';
import { handleResend } from './resend.ts';
import { whenBegun } from './session.ts';
import { canRemember } from './token-store.ts';

let registered = '';
let password = '';

const email = byId('email', HTMLInputElement);
/** What to do with an address that has an account already. */
const taken = byId('taken', HTMLElement);
email.addEventListener('input', () => {
  taken.hidden = true;
});
carryAddress(email);
handleForm('register-form', {
  send: (values) => {
    password = values.password ?? '';
    return call('POST', '/api/register', { body: values });
  },
  refused: ({ code }) => {
    taken.hidden = code !== 'email_taken';
    return false;
  },
  succeeded: ({ data }) => {
    registered = (data as { email: string }).email;
    interruptJourney('account_verification', registered);
    showPanel('registered', { email: registered });
    resend.noteSent();
    // Who is logged in here would not be known on the next page.
    byId('goes-on', HTMLElement).hidden = !canRemember;
    if (canRemember) awaitVerification({ email: registered, password, keep: false, loggedIn: () => goOn() });
  },
});
// Not while somebody is still filling the form in.
whenBegun(() => {
  if (registered !== '') goOn();
});
const resend = handleResend(() => registered);
focusFirstField(byId('register-form', HTMLFormElement));
pageIsReady();
