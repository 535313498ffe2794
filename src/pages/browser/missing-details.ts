import type { FormField } from '../forms.ts';
import { focusFirstField } from './components/focus.ts';
import { DetailsForm } from './forms/register-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { showPanel } from './page.ts';
import { request, type User } from './session.ts';

/** Asks for what an account lacks, and goes on once it is there. */
export function askForDetails(user: User, fields: readonly FormField[], goOn: () => void): void {
  const update = hydrateForm('details-form', DetailsForm, {
    send: (values) => request(user, 'PUT', '/api/me', values),
    succeeded: goOn,
  });
  update({ fields });
  showPanel('details');
  focusFirstField('details-form');
}
