import { fill } from '../texts/fill.ts';
import { type Reply, refusal } from './api.ts';
import { whenKept } from './back-button.ts';
import { END_NOTES } from './end-notes.ts';
import { handleForm, showFormNotice } from './forms.ts';
import { byId, goTo, hidePanels, messages, pageIsReady, showPanel } from './page.ts';
import { explain } from './refusals.ts';
import { change, end, logOut, resume, type User, whenBegun, whenEnded } from './session.ts';
import { canRemember } from './token-store.ts';

const EDITABLE = ['full_name', 'phone_number', 'industry', 'profile_image_url'] as const;
const profileForm = byId('profile-form', HTMLFormElement);
const picture = byId('picture', HTMLImageElement);
const account = byId('account', HTMLElement);
const loading = byId('loading', HTMLElement);
const loadingText = loading.textContent;
let shown: User | undefined;

async function open(): Promise<void> {
  const renewal = await resume();
  if (renewal.state === 'none') return goTo('/login');
  if (renewal.state === 'unavailable') return showUnavailable(renewal.reply);
  // Whoever comes back to the page finds what they were typing.
  if (shown?.id !== renewal.user.id || Object.keys(changes()).length === 0) showUser(renewal.user);
  hidePanels();
  loading.hidden = true;
  account.hidden = false;
}

function hide(text = loadingText): void {
  hidePanels();
  account.hidden = true;
  loading.textContent = text;
  loading.hidden = false;
}

function showUnavailable(reply: Reply): void {
  byId('unavailable-reason', HTMLElement).textContent = explain(reply);
  loading.hidden = true;
  showPanel('unavailable');
}

function showUser(user: User): void {
  shown = user;
  const since = byId('since', HTMLElement);
  const date = new Date(user.created_at).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
  since.textContent = fill(since.dataset.text ?? '', { date });
  byId('name', HTMLElement).textContent = user.full_name;
  byId('address', HTMLElement).textContent = user.email;
  byId('username', HTMLInputElement).value = user.email;
  for (const name of EDITABLE) byId(name, HTMLInputElement).value = user[name] ?? '';
  showPicture(user);
}

/** Initials stand in until a picture has loaded, and wherever none does. */
function showPicture({ full_name, profile_image_url }: User): void {
  const words = full_name.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  byId('initials', HTMLElement).textContent = letters.join('').toLocaleUpperCase();
  picture.hidden = true;
  if (profile_image_url === null) picture.removeAttribute('src');
  else picture.src = profile_image_url;
}

/** Only what was changed, so that a change made elsewhere meanwhile is not undone. */
const changes = (): Record<string, string> =>
  Object.fromEntries(
    EDITABLE.map((name) => [name, byId(name, HTMLInputElement).value.trim()] as const).filter(
      ([name, value]) => value !== (shown?.[name] ?? ''),
    ),
  );

/** On behalf of whom the page shows and of nobody else, should somebody have logged in meanwhile. */
const changeOwn = async (method: 'POST' | 'PUT', path: string, body: object): Promise<Reply> =>
  shown ? change(shown, method, path, body) : refusal('session_ended');

picture.addEventListener('load', () => {
  picture.hidden = false;
});
byId('retry', HTMLButtonElement).addEventListener('click', () => {
  // What the browser allows is looked at when a page is loaded.
  if (canRemember) void open();
  else location.reload();
});
byId('log-out', HTMLButtonElement).addEventListener('click', logOut);
whenKept({ left: hide, shownAgain: open });
whenEnded((reason) => {
  // Said here too: the service may be slow to answer with the next page.
  hide(END_NOTES[reason].text);
  goTo('/login', { notice: reason });
});
whenBegun(() => location.reload());

handleForm('profile-form', {
  objection: () =>
    Object.keys(changes()).length === 0 ? { text: messages.nothingChanged, mood: 'neutral' } : undefined,
  send: () => changeOwn('PUT', '/api/me', changes()),
  succeeded: ({ data }) => {
    if (shown) showUser({ ...shown, ...(data as Partial<User>) });
    showFormNotice(profileForm, messages.saved, 'success');
  },
});
handleForm('password-form', {
  send: ({ current_password, new_password }) =>
    changeOwn('POST', '/api/change-password', { current_password, new_password }),
  succeeded: () => end('passwordChanged'),
});
pageIsReady();
await open();
