import { carryAddress } from './carried-address.ts';
import { focusFirstField } from './components/focus.ts';
import { EmailForm } from './forms/email-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { offerMailbox } from './mail-provider.ts';
import { byId, pageIsReady } from './page.ts';
import { earlierStep, showStep } from './page-state.ts';

const email = byId('email', HTMLInputElement);
carryAddress(email);

hydrateForm('forgot-form', EmailForm, {
  emailOf: () => email.value,
  succeeded: () => {
    interruptJourney('password_reset', email.value.trim().toLowerCase());
    showAsked();
  },
});
function showAsked(): void {
  offerMailbox(email.value);
  showStep('asked', { email: email.value });
}
byId('again', HTMLButtonElement).addEventListener('click', () => {
  showStep('forgot');
  email.focus();
});
focusFirstField('forgot-form');
pageIsReady();
const earlier = earlierStep();
if (earlier?.id === 'asked') {
  email.value = earlier.values.email ?? '';
  showAsked();
}
