import { call } from './api.ts';
import { focusFirstField, handleForm } from './forms.ts';
import { takeUpJourney } from './interrupted-journey.ts';
import { judge, takeMailedLink } from './mailed-link.ts';
import { byId, pageIsReady, showPanel } from './page.ts';

const PURPOSE = 'password_reset';
const { token } = takeMailedLink();
// Password managers save the new password under this name.
byId('username', HTMLInputElement).value = takeUpJourney(PURPOSE);

handleForm('reset-form', {
  send: (values) => call('POST', '/api/reset-password', { token, body: values }),
  succeeded: () => showPanel('changed'),
  refused: ({ code }) => {
    if (!['invalid_token', 'wrong_token_purpose', 'user_not_found'].includes(code)) return false;
    const judgement = judge(token, PURPOSE);
    showPanel(judgement === 'usable' ? 'used' : judgement);
    return true;
  },
});

const judgement = judge(token, PURPOSE);
if (judgement === 'usable') focusFirstField(byId('reset-form', HTMLFormElement));
else showPanel(judgement);
pageIsReady();
