import type { FieldInput } from '../forms.ts';
import type { Texts } from '../texts/en.ts';
import { call } from './api.ts';
import { focusFirstField } from './components/focus.ts';
import { nested, sentValues } from './field-values.ts';
import { PasswordForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { takeUpJourney } from './interrupted-journey.ts';
import { isDeadLink, openMailedLink, showDeadLink, takeMailedLink } from './mailed-link.ts';
import { byId, fillIn, nameInTitle, pageIsReady, readPageData } from './page.ts';
import { earlierStep, restoreTyped, showStep } from './page-state.ts';

const PURPOSE = 'invitation';
const DETAILS = '/api/invitation';
const link = takeMailedLink();
const { token } = link;
const email = link.email || (earlierStep()?.values.email ?? '');
if (email !== '') fillIn(byId('invitation', HTMLElement), { email });

let fields: readonly FieldInput[] = [];

const update = hydrateForm('invitation-form', PasswordForm, {
  send: (values) => call('POST', '/api/invitation/accept', { token, body: nested(sentValues(values, fields)) }),
  succeeded: () => showStep('accepted', { email }),
  refused({ code }) {
    // The missing details could not be read before, or have changed.
    if (code === 'missing_field') void askForDetails();
    return showWhetherDead(code) || undefined;
  },
});

function showWhetherDead(code: string): boolean {
  const isDead = isDeadLink(code) || code === 'already_verified' || code === 'account_not_active';
  if (isDead) showDeadLink(token, PURPOSE);
  return isDead;
}

/** The page is rendered for people who only have to choose a password. */
function showComplete(values: { readonly email: string }): void {
  const lead = byId('lead', HTMLElement);
  const { title, lead: text, save } = JSON.parse(lead.dataset.complete ?? '') as Texts['invitation']['complete'];
  const heading = document.querySelector('#invitation h1');
  if (heading) heading.textContent = title;
  nameInTitle(title);
  lead.dataset.fill = text;
  fillIn(byId('invitation', HTMLElement), values);
  update({ label: save });
}

type Details = Readonly<Record<'missing' | 'optional', readonly string[]>> & { readonly email: string };

/** People invited by address alone must still enter their details. */
function askFor(details: Details): void {
  const asked = [...details.missing, ...details.optional];
  fields = readPageData().fields.filter(({ name }) => asked.includes(name));
  update({ fields });
  restoreTyped(byId('invitation-form', HTMLFormElement));
  if (asked.length > 0) showComplete(details);
}

async function askForDetails(): Promise<void> {
  const { ok, data, code } = await call('GET', DETAILS, { token });
  if (ok) askFor(data as Details);
  if (!showWhetherDead(code)) focusFirstField('invitation-form');
}

update({ email: takeUpJourney(PURPOSE, email) });

const opened = await openMailedLink({
  ...{ token, email, purpose: PURPOSE, details: DETAILS, ask: 'invitation' },
  refused: ({ code }) => showWhetherDead(code),
  show: (id) => showStep(id, { email }),
});
if (opened?.ok) askFor(opened.data as Details);
if (opened) focusFirstField('invitation-form');
pageIsReady();
