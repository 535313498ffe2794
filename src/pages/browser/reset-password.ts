import { call, type Reply } from './api.ts';
import { focusFirstField } from './components/focus.ts';
import { PasswordForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { takeUpJourney } from './interrupted-journey.ts';
import { isDeadLink, openMailedLink, showDeadLink, takeMailedLink } from './mailed-link.ts';
import { pageIsReady } from './page.ts';
import { earlierStep, showStep } from './page-state.ts';

const PURPOSE = 'password_reset';
const { token } = takeMailedLink();
let email = takeUpJourney(PURPOSE, earlierStep()?.values.email);

const refused = ({ code }: { readonly code: string }): boolean => {
  if (isDeadLink(code)) showDeadLink(token, PURPOSE);
  return isDeadLink(code);
};

/** Loaded while the password is typed. */
const loading = import('./login-after-reset.ts');
let password = '';
let login: Reply | undefined;
const update = hydrateForm('reset-form', PasswordForm, {
  email,
  async send(body) {
    password = body.new_password ?? '';
    const reply = await call('POST', '/api/reset-password', { token, body });
    // While the button is busy.
    if (reply.ok) login = await (await loading).logIn({ email, password });
    return reply;
  },
  async succeeded() {
    (await loading).continueLogin(login, { email, password }, () => showStep('changed', { email }));
  },
  refused: (reply) => refused(reply) || undefined,
});
const opened = await openMailedLink({
  ...{ token, email, purpose: PURPOSE, details: '/api/reset-password/details', ask: 'reset' },
  refused,
  show: (id) => showStep(id, { email }),
});
if (opened?.ok) {
  email = takeUpJourney(PURPOSE, (opened.data as { readonly email: string }).email);
  update({ email });
}
if (opened) focusFirstField('reset-form');
pageIsReady();
