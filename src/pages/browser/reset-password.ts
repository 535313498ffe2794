import { call } from './api.ts';
import { focusFirstField } from './components/focus.ts';
import { PasswordForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { takeUpJourney } from './interrupted-journey.ts';
import { isDeadLink, judge, showDeadLink, takeMailedLink } from './mailed-link.ts';
import { pageIsReady, showPanel } from './page.ts';

const PURPOSE = 'password_reset';
const { token } = takeMailedLink();

const update = hydrateForm('reset-form', PasswordForm, {
  send: (values) => call('POST', '/api/reset-password', { token, body: values }),
  succeeded: () => showPanel('changed'),
  refused: ({ code }) => {
    if (!isDeadLink(code)) return undefined;
    showDeadLink(token, PURPOSE);
    return true;
  },
});
update({ email: takeUpJourney(PURPOSE) });

if (judge(token, PURPOSE) === 'usable') focusFirstField('reset-form');
else showDeadLink(token, PURPOSE);
pageIsReady();
