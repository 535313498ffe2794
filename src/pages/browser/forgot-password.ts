import { carryAddress } from './carried-address.ts';
import { focusFirstField } from './components/focus.ts';
import { EmailForm } from './forms/email-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { offerMailbox } from './mail-provider.ts';
import { byId, pageIsReady, showPanel } from './page.ts';

const email = byId('email', HTMLInputElement);
carryAddress(email);

hydrateForm('forgot-form', EmailForm, {
  emailOf: () => email.value,
  succeeded: () => {
    interruptJourney('password_reset', email.value.trim().toLowerCase());
    offerMailbox(email.value);
    showPanel('asked', { email: email.value });
  },
});
byId('again', HTMLButtonElement).addEventListener('click', () => {
  showPanel('forgot');
  email.focus();
});
focusFirstField('forgot-form');
pageIsReady();
