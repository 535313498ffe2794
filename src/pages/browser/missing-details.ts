import type { FieldInput } from '../forms.ts';
import { nested, sentValues } from './field-values.ts';
import { DetailsForm } from './forms/register-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { byId, readPageData, showPanel } from './page.ts';
import { restoreTyped } from './page-state.ts';
import { request, type User } from './session.ts';

/** Requests missing details of an account, and continues once they are stored. */
export function askForDetails(user: User, lacked: readonly FieldInput[], goOn: () => void): void {
  // An account created from an address alone is named after it.
  const isNamed = !user.email.startsWith(`${user.full_name}@`);
  const fields = readPageData().fields.filter((field) =>
    field.name === 'full_name' ? !isNamed : lacked.some(({ name }) => name === field.name),
  );
  const update = hydrateForm('details-form', DetailsForm, {
    send: (values) => request(user, 'PUT', '/api/me', nested(sentValues(values, fields))),
    succeeded: goOn,
  });
  update({ fields });
  restoreTyped(byId('details-form', HTMLFormElement));
  showPanel('details');
}
