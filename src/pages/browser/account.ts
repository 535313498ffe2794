import { fill } from '../texts/fill.ts';
import type { Reply } from './api.ts';
import { handleForm, showFormNotice } from './forms.ts';
import { byId, goTo, messages, showPanel } from './page.ts';
import { explain } from './refusals.ts';
import { authorized, end, logOut, resume, type User, whenBegun, whenEnded } from './session.ts';

const EDITABLE = ['full_name', 'phone_number', 'industry', 'profile_image_url'] as const;
const profileForm = byId('profile-form', HTMLFormElement);
const picture = byId('picture', HTMLImageElement);
let shown: User;

async function open(): Promise<void> {
  const renewal = await resume();
  if (renewal.state === 'none') return location.replace('/login');
  if (renewal.state === 'unavailable') return showUnavailable(renewal.reply);
  showUser(renewal.user);
  byId('loading', HTMLElement).hidden = true;
  byId('unavailable', HTMLElement).hidden = true;
  byId('account', HTMLElement).hidden = false;
}

function showUnavailable(reply: Reply): void {
  byId('unavailable-reason', HTMLElement).textContent = explain(reply);
  byId('loading', HTMLElement).hidden = true;
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
const changesOf = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    EDITABLE.map((name) => [name, values[name]?.trim() ?? ''] as const).filter(
      ([name, value]) => value !== (shown[name] ?? ''),
    ),
  );

picture.addEventListener('load', () => {
  picture.hidden = false;
});
byId('retry', HTMLButtonElement).addEventListener('click', () => void open());
byId('log-out', HTMLButtonElement).addEventListener('click', () => void logOut());
// The browser may bring the page back as it was, after a logout.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
whenEnded((reason) => goTo('/login', { notice: reason }));
whenBegun(() => location.reload());

handleForm('profile-form', {
  send: (values) => authorized('PUT', '/api/me', changesOf(values)),
  succeeded: ({ data }) => {
    showUser({ ...shown, ...(data as Partial<User>) });
    showFormNotice(profileForm, messages.saved, 'success');
  },
});
handleForm('password-form', {
  send: ({ current_password, new_password }) =>
    authorized('POST', '/api/change-password', { current_password, new_password }),
  succeeded: () => end('passwordChanged'),
});
await open();
