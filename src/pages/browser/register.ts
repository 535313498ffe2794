import { call } from './api.ts';
import { carryAddress } from './carried-address.ts';
import { focusFirstField, handleForm } from './forms.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { byId, goOn, pageIsReady, showPanel } from './page.ts';
import { handlePhoneField } from './phone-field.ts';
import { whenBegun } from './session.ts';
import { canRemember } from './token-store.ts';
import { isForApp, withWaitingApp } from './waiting-app.ts';

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
    return call('POST', withWaitingApp('/api/register'), { body: values, withCookies: isForApp });
  },
  refused: ({ code }) => {
    taken.hidden = code !== 'email_taken';
    return false;
  },
  succeeded: ({ data }) => {
    registered = (data as { email: string }).email;
    interruptJourney('account_verification', registered);
    showPanel('registered', { email: registered });
    // Who is logged in here would not be known on the next page.
    byId('goes-on', HTMLElement).hidden = !canRemember;
    void waitForVerification();
  },
});
// Not while somebody is still filling the form in.
whenBegun(() => {
  if (registered !== '') goOn();
});

async function waitForVerification(): Promise<void> {
  const waiting = { email: registered, password, keep: false, loggedIn: () => goOn() };
  const resend = (await unverified).startWaiting(canRemember ? waiting : undefined, () => registered);
  resend.noteSent();
}

handlePhoneField();
focusFirstField(byId('register-form', HTMLFormElement));
pageIsReady();
/** Loaded while the form is being filled in, so that it can be used sooner. */
const unverified = import('./unverified.ts');
