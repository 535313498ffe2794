import type { FormField, OwnInput } from '../forms.ts';
import { nested, type OwnValues, sentValues } from './components/own-fields.tsx';
import { DetailsForm } from './forms/register-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { showPanel } from './page.ts';
import { request, type User } from './session.ts';

/** Asks for missing details of an account, and continues once they are there. */
export async function askForDetails(
  user: User,
  lacked: readonly FormField[],
  required: readonly OwnInput[],
  goOn: () => void,
): Promise<void> {
  const own = required.length === 0 ? required : await unanswered(user, required);
  if (lacked.length + own.length === 0) return goOn();
  // An account created from an address alone is named after it.
  const fields = user.email.startsWith(`${user.full_name}@`) ? (['full_name', ...lacked] as const) : lacked;
  const update = hydrateForm('details-form', DetailsForm, {
    send: (values) => request(user, 'PUT', '/api/me', nested(sentValues(values, own))),
    succeeded: goOn,
  });
  update({ fields, own });
  showPanel('details');
}

async function unanswered(user: User, required: readonly OwnInput[]): Promise<readonly OwnInput[]> {
  const { ok, data } = await request(user, 'GET', '/api/me');
  const { fields: values } = ok ? (data as { readonly fields: OwnValues }) : { fields: undefined };
  return required.filter(({ name }) => values?.[name] === null);
}
