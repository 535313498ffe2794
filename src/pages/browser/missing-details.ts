import { focusFirstField } from './components/focus.ts';
import { DetailsForm } from './forms/register-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { showPanel } from './page.ts';
import { request, type User } from './session.ts';

const ASKED_FOR = ['phone_number', 'industry'] as const;

/** Asks for what an imported account lacks, and goes on once it is there. */
export function askForDetails(user: User, goOn: () => void): void {
  const update = hydrateForm('details-form', DetailsForm, {
    send: (values) => request(user, 'PUT', '/api/me', values),
    succeeded: goOn,
  });
  update({ fields: ASKED_FOR.filter((name) => user[name] === '') });
  showPanel('details');
  focusFirstField('details-form');
}
