import { focusFirstField, handleForm } from './forms.ts';
import { byId, showPanel } from './page.ts';
import { handlePhoneField } from './phone-field.ts';
import { request, type User } from './session.ts';

const ASKED_FOR = ['phone_number', 'industry'] as const;

/** Asks for what an imported account lacks, and goes on once it is there. */
export function askForDetails(user: User, goOn: () => void): void {
  for (const name of ASKED_FOR) {
    if (user[name] !== '') byId(name, HTMLElement).closest('.field')?.remove();
    else if (name === 'phone_number') handlePhoneField();
  }
  handleForm('details-form', { send: (values) => request(user, 'PUT', '/api/me', values), succeeded: goOn });
  showPanel('details');
  focusFirstField(byId('details-form', HTMLFormElement));
}
