import { initialsOf } from '../account/avatar.ts';
import { setOwner } from '../account/owner.ts';
import type { Reply } from '../api.ts';
import {
  addressOf,
  byId,
  carried,
  goTo,
  hidePanels,
  leaveFor,
  noteSession,
  pageIsReady,
  reload,
  showPanel,
} from '../page.ts';
import { explain } from '../refusals.ts';
import { logOut, needsFactorSetup, resume, type User, whenBegun, whenEnded } from '../session.ts';
import { canRemember } from '../token-store.ts';
import { whenAnswered } from './admin-api.ts';
import { showShortcuts, startShortcuts } from './shortcuts.ts';
import { keepTimesRight } from './times.ts';

/** What the script of a screen gets once it is known that an administrator looks at it. */
export interface Screen {
  readonly admin: User;
  /** Ends the listeners and requests of the screen when it is left. */
  readonly signal: AbortSignal;
  /** The search field of the frame. */
  readonly search: HTMLInputElement;
}

const screen = byId('screen', HTMLElement);
const search = byId('search-field', HTMLInputElement);
const ending = new AbortController();
let admin: User | undefined;

/** To be called once by the script of every screen. */
export async function startScreen(run: (screen: Screen) => void | Promise<void>): Promise<void> {
  startFrame();
  pageIsReady();
  await enter(run);
}

async function enter(run: (screen: Screen) => void | Promise<void>): Promise<void> {
  byId('retry-session', HTMLButtonElement).onclick = () => (canRemember ? void enter(run) : location.reload());
  const renewal = await resume();
  if (renewal.state === 'none') return goToLogin();
  if (renewal.state === 'unavailable') {
    byId('unavailable-reason', HTMLElement).textContent = explain(renewal.reply);
    return showGate('unavailable');
  }
  const { user } = renewal;
  showIdentity(user);
  if (user.role !== 'ADMIN') return showGate('not-admin');
  if (needsFactorSetup()) return showGate('factor-needed');
  admin = user;
  hidePanels();
  noteSession('active');
  setGate(undefined);
  await run({ admin: user, signal: ending.signal, search });
}

type Gate = 'not-admin' | 'factor-needed' | 'unavailable';

/** In place of the screen: who cannot use the console is told why, and what to do. */
function showGate(gate: Gate): void {
  setGate(gate);
  byId('add-factor', HTMLAnchorElement).search = returningHere();
  showPanel(gate, { email: byId('admin-email', HTMLElement).textContent ?? '' });
}

function setGate(gate: Gate | undefined): void {
  if (gate === undefined) delete document.body.dataset.gate;
  else document.body.dataset.gate = gate;
  screen.hidden = gate !== undefined;
}

function showIdentity(user: User): void {
  setOwner(user);
  byId('admin-initials', HTMLElement).textContent = initialsOf(user.full_name);
  byId('admin-name', HTMLElement).textContent = user.full_name;
  byId('admin-email', HTMLElement).textContent = user.email;
  // As the default, so that a reset of the form keeps it.
  byId('recent-login-username', HTMLInputElement).defaultValue = user.email;
  byId('recent-login-address', HTMLElement).textContent = user.email;
}

/** The login, or the account page, leads back to this screen, with its filters. */
function returningHere(): string {
  const filters = new URLSearchParams(location.search);
  filters.delete('lang');
  const query = new URLSearchParams(carried);
  query.set('return_to', addressOf(location.pathname, filters.toString()));
  return query.toString();
}

const goToLogin = (note: Readonly<Record<string, string>> = {}): void =>
  leaveFor(addressOf('/login', returningHere(), note));

function startFrame(): void {
  const { signal } = ending;
  addEventListener('pagehide', () => {
    ending.abort();
    // The page may be kept for the Back button, and be shown again after a logout.
    hide();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && reload());
  whenEnded((reason) => {
    hide();
    if (reason === 'loggedOut') goTo('/login', { notice: reason });
    else goToLogin({ notice: reason });
  });
  whenBegun(async () => {
    const renewal = await resume();
    if (renewal.state !== 'active' || renewal.user.id !== admin?.id) reload();
  });
  whenAnswered(watchAccess);
  for (const button of document.querySelectorAll('[data-log-out]')) button.addEventListener('click', logOut);
  startShortcuts(search, signal);
  startSearch();
  startMenus();
  keepTimesRight(signal);
}

/** The role or the policy for second factors may change while the page is open. */
function watchAccess({ status, code }: Reply): void {
  if (status !== 403) return;
  if (code === 'second_factor_setup_required') showGate('factor-needed');
  else if (code === 'admin_required') showGate('not-admin');
}

function hide(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
  hidePanels();
  screen.hidden = true;
}

/** On screens without a list to search, the field leads to the users. The address of the list is its own business: see list-page.ts. */
function startSearch(): void {
  const form = byId('search', HTMLFormElement);
  const users = form.dataset.findsUsers;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const query = search.value.trim();
    if (users === undefined || query === '') return;
    const target = new URL(users, location.href);
    target.searchParams.set('query', query);
    location.assign(target);
  });
}

function startMenus(): void {
  const toggle = byId('nav-toggle', HTMLButtonElement);
  const menu = byId('account-menu', HTMLDetailsElement);
  const setOpen = (isOpen: boolean) => {
    toggle.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('nav-open', isOpen);
  };
  toggle.disabled = false;
  toggle.addEventListener('click', () => setOpen(toggle.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    // A dialog takes the key for itself.
    if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
    if (menu.open && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    else if (document.body.classList.contains('nav-open')) toggle.focus();
    menu.open = false;
    setOpen(false);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener('toggle', keepAddress);
  byId('show-keys', HTMLButtonElement).addEventListener('click', () => {
    // The menu closes, so the focus has to return to what opened it.
    menu.open = false;
    menu.querySelector('summary')?.focus();
    showShortcuts();
  });
}

/** The other languages show the same screen with the filters that are set now. */
function keepAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.menu-languages a')) {
    const query = new URLSearchParams(location.search);
    query.set('lang', link.hreflang);
    link.search = query.toString();
  }
}
