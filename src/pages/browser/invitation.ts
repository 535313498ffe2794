import { call } from './api.ts';
import { focusFirstField } from './components/focus.ts';
import { PasswordForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { takeUpJourney } from './interrupted-journey.ts';
import { judge, takeMailedLink } from './mailed-link.ts';
import { byId, fillIn, pageIsReady, showPanel } from './page.ts';

const PURPOSE = 'invitation';
const { token, email } = takeMailedLink();
if (email !== '') fillIn(byId('invitation', HTMLElement), { email });

const DEAD = ['invalid_token', 'wrong_token_purpose', 'user_not_found', 'already_verified', 'account_not_active'];

const update = hydrateForm('invitation-form', PasswordForm, {
  send: (values) => call('POST', '/api/invitation/accept', { token, body: values }),
  succeeded: () => showPanel('accepted'),
  refused: ({ code }) => {
    if (!DEAD.includes(code)) return undefined;
    const judgement = judge(token, PURPOSE);
    showPanel(judgement === 'usable' ? 'used' : judgement);
    return true;
  },
});
update({ email: takeUpJourney(PURPOSE, email) });

const judgement = judge(token, PURPOSE);
if (judgement === 'usable') focusFirstField('invitation-form');
else showPanel(judgement);
pageIsReady();
