import type { PageMessages } from '../forms.ts';
import { fill } from '../texts/fill.ts';
import { below } from './base-path.ts';

/** The server renders forms too. */
export const isInBrowser = typeof document !== 'undefined';

/** What the server wrote into the document for its scripts. */
export const metadata = (name: string): string =>
  (isInBrowser && document.querySelector<HTMLMetaElement>(`meta[name="latchkey-${name}"]`)?.content) || '';

export const messages = JSON.parse(metadata('messages') || '{}') as PageMessages;

/** How many e-mails of a kind to one address the service sends at once (0: any number), and how soon one more. */
export const emailLimit = JSON.parse(metadata('email-limit') || '{"burst":0}') as {
  readonly burst: number;
  readonly refillMs: number;
};

/** The service's time, whatever the clock of this device says. */
export const serverNowMs = (): number => Number(metadata('now')) + performance.now();

export function byId<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} ${id}`);
  return found;
}

/** Shows one state of the page and hides the others; the keyboard and the screen reader go with it. */
export function showPanel(id: string, values: Readonly<Record<string, string>> = {}): void {
  const wanted = byId(id, HTMLElement);
  fillIn(wanted, values);
  hidePanels();
  noteSession('active');
  wanted.hidden = false;
  wanted.classList.add('arriving');
  const heading = [...wanted.querySelectorAll('h1')].find((one) => one.closest('[hidden]') === null);
  if (!heading) return;
  nameInTitle(heading.textContent);
  heading.focus();
}

/** The title in the browser's tab and history begins with what the page shows. */
export function nameInTitle(text: string): void {
  document.title = document.title.replace(/^.*(?= · )/, () => text);
}

export function hidePanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('main > section')) panel.hidden = true;
}

/** Only ever as text: nothing that anybody typed becomes markup. */
export function fillIn(root: HTMLElement, values: Readonly<Record<string, string>>): void {
  for (const target of root.querySelectorAll<HTMLElement>('[data-fill]')) {
    target.replaceChildren(...filledParts(target.dataset.fill ?? '', values));
  }
}

/** An e-mail address stands out, and so does the host of a stranger: people have to look at it before they go on. */
const filledParts = (text: string, values: Readonly<Record<string, string>>): (string | HTMLElement)[] =>
  text.split(/(\{(?:email|host)\})/).map((part) => {
    const value = /^\{(email|host)\}$/.test(part) ? values[part.slice(1, -1)] : undefined;
    if (value === undefined) return fill(part, values);
    const address = document.createElement('strong');
    address.textContent = value;
    return address;
  });

/**
 * Replaces what before-first-paint.ts guessed: from now on the page shows its panels, not an outline.
 * `none`: nobody is logged in. `active`: the page shows what it knows.
 */
export function noteSession(state: 'none' | 'active'): void {
  document.documentElement.dataset.session = state;
}

/** Every button works now: the notice for a page whose scripts do not arrive is removed. */
export const pageIsReady = (): void => document.getElementById('late')?.remove();

let hasLeft = false;
if (isInBrowser) {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hasLeft = false;
  });
}

/** Whether the page's own script is on its way to another page, as when the session has ended. */
export const isLeaving = (): boolean => hasLeft;

/** Starts the page anew, for another user. */
export function reload(): void {
  hasLeft = true;
  location.reload();
}

/** The query that is passed on from page to page: an allowed `return_to`, and `lang`. */
export const carried = metadata('carried');

/** The address of another of the pages, with a query and with a note for its script in the fragment. */
export function addressOf(path: string, query: string, note: Readonly<Record<string, string>> = {}): string {
  return withQuery(below(path), query, note);
}

/** Likewise of a link or a page, whose path is whole. */
export function withQuery(pathname: string, query: string, note: Readonly<Record<string, string>> = {}): string {
  const fragment = new URLSearchParams(note).toString();
  return pathname + (query === '' ? '' : `?${query}`) + (fragment === '' ? '' : `#${fragment}`);
}

/** To another of the pages. The note is for its script: the fragment never leaves the browser and is gone once read. */
export const goTo = (path: string, note: Readonly<Record<string, string>> = {}): void =>
  leaveFor(addressOf(path, carried, note));

/**
 * The end of a journey: back to the application that sent the visitor, or home. The server has checked the address
 * against RETURN_URLS when it made this page; nothing else is ever gone to.
 */
export function goOn(without = metadata('home')): void {
  const returnTo = metadata('return-to');
  leaveFor(returnTo === '' ? without : returnTo);
}

/** To a section of the account page, with what is carried from page to page. */
export const goToSection = (name: string): void => leaveFor(`${addressOf('/account', carried)}#${name}`);

/** Whether an application waits for the visitor. */
export const isAwaited = (): boolean => metadata('return-to') !== '';

/** Whatever else finds a reason to leave is ignored: a second navigation would replace the first. */
export function leaveFor(address: string): void {
  if (hasLeft) return;
  hasLeft = true;
  location.replace(address);
}

/** Links are made by anybody: nothing but an e-mail address is shown of what one says under this name. */
export const LOOKS_LIKE_AN_ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** What the page before this one, or an application, has to say. It is removed from the address bar. */
export function takeNote(): URLSearchParams {
  const note = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  const email = query.get('email');
  query.delete('email');
  if (email !== null && !note.has('email')) note.set('email', email);
  if (location.hash !== '' || email !== null) {
    history.replaceState(null, '', withQuery(location.pathname, query.toString()));
  }
  return note;
}

if (isInBrowser && new URLSearchParams(location.search).has('return_to') && metadata('return-to') === '') {
  // biome-ignore lint/suspicious/noConsole: for the developer of the application; visitors are not told, and simply stay here.
  console.warn('return_to is ignored: it is given twice, or RETURN_URLS does not allow it.');
}
