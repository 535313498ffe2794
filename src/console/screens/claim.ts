import { setOwner } from '../../pages/browser/account/owner.ts';
import { ButtonForm } from '../../pages/browser/forms/link-forms.tsx';
import { hydrateForm } from '../../pages/browser/hydrate-form.ts';
import { addressOf, byId, carried, navigate, pageIsReady, reload, showPanel } from '../../pages/browser/page.ts';
import { requestWithRecentLogin } from '../../pages/browser/recent-login.ts';
import { explain } from '../../pages/browser/refusals.ts';
import { logOut, resume, whenBegun, whenEnded } from '../../pages/browser/session.ts';
import { storageOf } from '../../pages/browser/storage.ts';

const KEY = 'latchkey.admin-link';
const tab = storageOf('sessionStorage');

/** The token is in the fragment, so that no server logs it. sessionStorage keeps it while the visitor logs in. */
function takeToken(): string {
  const [, given] = /^#([\w-]{43})$/.exec(location.hash) ?? [];
  if (given !== undefined) tab?.setItem(KEY, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given ?? tab?.getItem(KEY) ?? '';
}

const token = takeToken();
let email = '';

const PANELS: ReadonlyMap<string, string> = new Map([
  ['invalid_admin_link', 'dead'],
  ['missing_field', 'dead'],
  ['admin_link_of_another', 'wrong'],
  ['second_factor_setup_required', 'factor'],
]);

function show(panel: string): void {
  if (panel === 'done' || panel === 'dead') tab?.removeItem(KEY);
  if (panel === 'factor') byId('add-factor', HTMLAnchorElement).search = returningHere();
  showPanel(panel, { email });
}

async function open(): Promise<void> {
  const renewal = await resume();
  if (renewal.state === 'none') return continueToLogin();
  if (renewal.state === 'unavailable') {
    byId('unavailable-reason', HTMLElement).textContent = explain(renewal.reply);
    return show('unavailable');
  }
  const { user } = renewal;
  setOwner(user);
  email = user.email;
  if (user.role === 'ADMIN') show('done');
  else show(token === '' ? 'dead' : 'ask');
}

/** Lets the login or account page lead back here. */
function returningHere(): string {
  const query = new URLSearchParams(carried);
  query.set('return_to', location.pathname);
  return query.toString();
}

const continueToLogin = (): void => navigate(addressOf('/login', returningHere()));

hydrateForm('claim-form', ButtonForm, {
  send: () => requestWithRecentLogin('POST', '/api/me/administrator', { token }),
  succeeded: () => show('done'),
  refused({ code }) {
    const panel = PANELS.get(code);
    if (panel !== undefined) show(panel);
    return panel === undefined ? undefined : true;
  },
});
for (const button of document.querySelectorAll('[data-other-account]')) button.addEventListener('click', logOut);
byId('retry', HTMLButtonElement).addEventListener('click', () => void open());
whenEnded(continueToLogin);
whenBegun(reload);
pageIsReady();
await open();
