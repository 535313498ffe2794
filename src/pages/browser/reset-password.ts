import { call } from './api.ts';
import { focusFirstField } from './components/focus.ts';
import { PasswordForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { takeUpJourney } from './interrupted-journey.ts';
import { judge, takeMailedLink } from './mailed-link.ts';
import { pageIsReady, showPanel } from './page.ts';

const PURPOSE = 'password_reset';
const { token } = takeMailedLink();

const update = hydrateForm('reset-form', PasswordForm, {
  send: (values) => call('POST', '/api/reset-password', { token, body: values }),
  succeeded: () => showPanel('changed'),
  refused: ({ code }) => {
    if (!['invalid_token', 'wrong_token_purpose', 'user_not_found'].includes(code)) return undefined;
    const judgement = judge(token, PURPOSE);
    showPanel(judgement === 'usable' ? 'used' : judgement);
    return true;
  },
});
update({ email: takeUpJourney(PURPOSE) });

const judgement = judge(token, PURPOSE);
if (judgement === 'usable') focusFirstField('reset-form');
else showPanel(judgement);
pageIsReady();
