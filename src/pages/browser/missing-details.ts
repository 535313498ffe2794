import type { FormField, OwnInput } from '../forms.ts';
import { nested, sentValues } from './components/custom-fields.tsx';
import { DetailsForm } from './forms/register-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { showPanel } from './page.ts';
import { request, type User } from './session.ts';

/** Asks for missing details of an account, and continues once they are there. */
export function askForDetails(
  user: User,
  lacked: readonly FormField[],
  own: readonly OwnInput[],
  continueJourney: () => void,
): void {
  // An account created from an address alone is named after it.
  const fields = user.email.startsWith(`${user.full_name}@`) ? (['full_name', ...lacked] as const) : lacked;
  const update = hydrateForm('details-form', DetailsForm, {
    send: (values) => request(user, 'PUT', '/api/me', nested(sentValues(values, own))),
    succeeded: continueJourney,
  });
  update({ fields, own });
  showPanel('details');
}
