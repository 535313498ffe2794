import { call } from './api.ts';
import { focusFirstField, handleForm } from './forms.ts';
import { takeUpJourney } from './interrupted-journey.ts';
import { judge, takeMailedLink } from './mailed-link.ts';
import { byId, fillIn, pageIsReady, showPanel } from './page.ts';

const PURPOSE = 'invitation';
const { token, email } = takeMailedLink();
// Password managers save the password under this name.
byId('username', HTMLInputElement).value = takeUpJourney(PURPOSE, email);
if (email !== '') fillIn(byId('invitation', HTMLElement), { email });

const DEAD = ['invalid_token', 'wrong_token_purpose', 'user_not_found', 'already_verified', 'account_not_active'];

handleForm('invitation-form', {
  send: (values) => call('POST', '/api/invitation/accept', { token, body: values }),
  succeeded: () => showPanel('accepted'),
  refused: ({ code }) => {
    if (!DEAD.includes(code)) return false;
    const judgement = judge(token, PURPOSE);
    showPanel(judgement === 'usable' ? 'used' : judgement);
    return true;
  },
});

const judgement = judge(token, PURPOSE);
if (judgement === 'usable') focusFirstField(byId('invitation-form', HTMLFormElement));
else showPanel(judgement);
pageIsReady();
