import type { PageData, PageMessages } from '../forms.ts';
import { fill } from '../texts/fill.ts';
import { below } from './base-path.ts';

/** The server also renders forms. */
export const isInBrowser = typeof document !== 'undefined';

/** Values that the server wrote into the document for its scripts. */
export const metadata = (name: string): string =>
  (isInBrowser && document.querySelector<HTMLMetaElement>(`meta[name="latchkey-${name}"]`)?.content) || '';

export const messages = JSON.parse(metadata('messages') || '{}') as PageMessages;

/** The data of forms; empty on the server, which provides it otherwise (forms/render-form.tsx). */
export const readPageData = (): PageData => ({ ...(JSON.parse(metadata('page') || '{}') as PageData), messages });

/** The limit per kind and address: e-mails at once (0: unlimited), and the interval for one more. */
export const emailLimit = JSON.parse(metadata('email-limit') || '{"burst":0}') as {
  readonly burst: number;
  readonly refillMs: number;
};

/** The service's time; the clock of this device may be wrong. */
export const serverNowMs = (): number => Number(metadata('now')) + performance.now();

export function byId<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} ${id}`);
  return found;
}

/** Shows one state of the page and hides the others; moves the focus there. */
export function showPanel(id: string, values: Readonly<Record<string, string>> = {}): void {
  const panel = byId(id, HTMLElement);
  fillIn(panel, values);
  hidePanels();
  rememberSession('active');
  panel.hidden = false;
  panel.classList.add('arriving');
  const heading = [...panel.querySelectorAll('h1')].find((one) => one.closest('[hidden]') === null);
  if (!heading) return;
  nameInTitle(heading.textContent);
  heading.focus();
}

/** Puts the shown panel first in the page title, for tabs and history. */
export function nameInTitle(text: string): void {
  document.title = document.title.replace(/^.*(?= · )/, () => text);
}

export function hidePanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('main > section')) panel.hidden = true;
}

/** Inserts values as text only: nothing that anybody typed becomes markup. */
export function fillIn(root: HTMLElement, values: Readonly<Record<string, string>>): void {
  for (const target of root.querySelectorAll<HTMLElement>('[data-fill]')) {
    target.replaceChildren(...filledParts(target.dataset.fill ?? '', values));
  }
}

/** Highlights e-mail addresses and the hosts of unknown apps, which people must check. */
const filledParts = (text: string, values: Readonly<Record<string, string>>): (string | HTMLElement)[] =>
  text.split(/(\{(?:email|host)\})/).map((part) => {
    const value = /^\{(email|host)\}$/.test(part) ? values[part.slice(1, -1)] : undefined;
    if (value === undefined) return fill(part, values);
    const address = document.createElement('strong');
    address.textContent = value;
    return address;
  });

/**
 * Replaces the guess of before-first-paint.ts: the page now shows panels, not an outline. `none`: nobody is logged in,
 * or the mailed link asks. `active`: the page shows its data.
 */
export function rememberSession(state: 'none' | 'active'): void {
  document.documentElement.dataset.session = state;
}

/** All buttons work: removes the notice for pages whose scripts fail to load. */
export const pageIsReady = (): void => document.getElementById('late')?.remove();

let hasLeft = false;
if (isInBrowser) {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hasLeft = false;
  });
}

/** True if the page's script is navigating away, such as after the session has ended. */
export const isLeaving = (): boolean => hasLeft;

/** Reloads the page for another user. */
export function reload(): void {
  hasLeft = true;
  location.reload();
}

/** The query passed between pages: an allowed `return_to`, and `lang`. */
export const carried = metadata('carried');

/** The address of another page, with a query, and a note for its script in the fragment. */
export function addressOf(path: string, query: string, note: Readonly<Record<string, string>> = {}): string {
  return withQuery(below(path), query, note);
}

/** Like `addressOf`, for a path that includes the base path. */
export function withQuery(pathname: string, query: string, note: Readonly<Record<string, string>> = {}): string {
  const fragment = new URLSearchParams(note).toString();
  return pathname + (query === '' ? '' : `?${query}`) + (fragment === '' ? '' : `#${fragment}`);
}

/**
 * Opens another page of the journey. The note is for its script: the fragment stays in the browser and is removed once
 * read.
 */
export const continueTo = (path: string, note: Readonly<Record<string, string>> = {}): void =>
  navigate(addressOf(path, carried, note));

/**
 * Ends the journey: returns to the app or opens the home page. Uses only the address that the server checked against
 * RETURN_URLS when it rendered this page.
 */
export function finishJourney(without = metadata('home')): void {
  const returnTo = metadata('return-to');
  navigate(returnTo === '' ? without : returnTo);
}

/** Opens a section of the account page, with the query passed between pages. */
export const continueToSection = (name: string): void => navigate(`${addressOf('/account', carried)}#${name}`);

/** True if an application waits for the visitor. */
export const isAwaited = (): boolean => metadata('return-to') !== '';

/** Ignores later calls: a second navigation would replace the first. */
export function navigate(address: string): void {
  if (hasLeft) return;
  hasLeft = true;
  location.replace(address);
}

/** Anybody can make links, so only an e-mail address is shown from one. */
export const LOOKS_LIKE_AN_ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** The note of the previous page or an application, which is removed from the address bar. */
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
  // biome-ignore lint/suspicious/noConsole: for developers of applications; visitors simply stay here
  console.warn('return_to is ignored: it is given twice, or RETURN_URLS does not allow it.');
}
