import { call, type Reply } from './api.ts';
import { handleForm } from './forms.ts';
import { judge, takeMailedLink } from './mailed-link.ts';
import { byId, fillIn, pageIsReady, showPanel } from './page.ts';
import { handleResend } from './resend.ts';

const { token, email } = takeMailedLink();
const judgement = judge(token, 'account_verification');

function showDeadLink(reason: 'expired' | 'broken'): void {
  for (const text of document.querySelectorAll<HTMLElement>('#dead-link [data-reason]')) {
    text.hidden = text.dataset.reason !== reason;
  }
  byId('email', HTMLInputElement).value = email;
  resend.look();
  showPanel('dead-link');
}

function showDone({ result }: Reply): void {
  const note = new URLSearchParams(email === '' ? {} : { email });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-login]')) link.hash = note.toString();
  showPanel(result === 'already_verified' ? 'already' : 'verified');
}

handleForm('verify-form', {
  send: () => call('POST', '/api/verify', { token }),
  succeeded: showDone,
  refused: ({ status, code }) => {
    if (code === 'account_not_active') showPanel('suspended');
    else if (status >= 400 && status < 500) showDeadLink(code === 'invalid_token' ? judgedNow() : 'broken');
    else return false;
    return true;
  },
});
const resend = handleResend(
  () => byId('email', HTMLInputElement).value,
  () => {
    byId('resent', HTMLElement).hidden = false;
  },
);

/** The link may have run out while the page stood open. */
function judgedNow(): 'expired' | 'broken' {
  return judge(token, 'account_verification') === 'expired' ? 'expired' : 'broken';
}

if (judgement !== 'usable') showDeadLink(judgement);
else if (email !== '') fillIn(byId('confirm', HTMLElement), { email });
pageIsReady();
