import { call } from './api.ts';
import { handleForm, showFormNotice } from './forms.ts';
import { byId, messages, showPanel, takeNote } from './page.ts';
import { suspended } from './refusals.ts';
import { handleResend } from './resend.ts';
import { begin, resume, whenBegun } from './session.ts';

const email = byId('email', HTMLInputElement);
let isLeaving = false;

/** Once, however many find out that there is a session: a second navigation would only abort the first. */
function toAccount(): void {
  if (isLeaving) return;
  isLeaving = true;
  location.replace('/account');
}

/** What the page before this one has to say; anything else in the fragment is ignored. */
const NOTES = new Map<string, readonly [text: string, mood: 'danger' | 'success']>([
  ['loggedOut', [messages.loggedOut, 'success']],
  ['passwordChanged', [messages.passwordChanged, 'success']],
  ['sessionEnded', [messages.sessionEnded, 'danger']],
  ['suspended', [suspended(), 'danger']],
]);

const note = takeNote();
const [text, mood] = NOTES.get(note.get('notice') ?? '') ?? [];
if (text !== undefined) showFormNotice(byId('login-form', HTMLFormElement), text, mood);
// Never emptied: whoever is quick has typed an address before this runs.
email.value = note.get('email') ?? email.value;

handleForm('login-form', {
  send: (values) => call('POST', '/api/login', { body: values }),
  succeeded: ({ data }) => {
    const { refresh_token: refreshToken } = data as { refresh_token: string };
    begin(refreshToken, byId('keep', HTMLInputElement).checked);
    toAccount();
  },
  refused: ({ accountStatus }) => {
    if (accountStatus !== 'INACTIVE') return false;
    showPanel('unverified', { email: email.value });
    return true;
  },
});
handleResend(() => email.value);
whenBegun(toAccount);
if ((await resume()).state === 'active') toAccount();
