import { call } from './api.ts';
import { whenKept } from './back-button.ts';
import { END_NOTES } from './end-notes.ts';
import { handleForm } from './forms.ts';
import { showNotice } from './notice.ts';
import { byId, goTo, messages, pageIsReady, showPanel, takeNote } from './page.ts';
import { handleResend } from './resend.ts';
import { begin, resume, whenBegun } from './session.ts';
import { canRemember } from './token-store.ts';

const email = byId('email', HTMLInputElement);
const arrival = byId('arrival', HTMLElement);
const toAccount = () => goTo('/account');

async function look(): Promise<void> {
  if ((await resume()).state === 'active') toAccount();
}

/** What the page before this one has to say; anything else in the fragment is ignored. */
const note = takeNote();
const notice = new Map(Object.entries(END_NOTES)).get(note.get('notice') ?? '');
if (notice) showNotice(arrival, notice.text, notice.mood);
// Never emptied: whoever is quick has typed an address before this runs.
email.value = note.get('email') ?? email.value;

handleForm('login-form', {
  // A login that cannot be remembered would only end the session that there is elsewhere.
  objection: () => (canRemember ? undefined : { text: messages.storageBlocked, mood: 'danger' }),
  send: (values) => call('POST', '/api/login', { body: values }),
  succeeded: ({ data }) => {
    const { refresh_token: refreshToken } = data as { refresh_token: string };
    begin(refreshToken, byId('keep', HTMLInputElement).checked);
    toAccount();
  },
  refused: ({ accountStatus }) => {
    if (accountStatus !== 'INACTIVE') return false;
    showPanel('unverified', { email: email.value });
    resend.look();
    return true;
  },
});
const resend = handleResend(() => email.value);
whenBegun(toAccount);
whenKept({ left: () => {}, shownAgain: look });
if (!canRemember) showNotice(arrival, messages.storageBlocked, 'danger');
pageIsReady();
await look();
