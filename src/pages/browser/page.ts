import type { Messages } from '../texts/en.ts';
import { fill } from '../texts/fill.ts';

/** What the server wrote into the document for its scripts. */
const metadata = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="latchkey-${name}"]`)?.content ?? '';

export const messages = JSON.parse(metadata('messages')) as Messages & { readonly support: string };

/** How many e-mails of a kind to one address the service sends at once (0: any number), and how soon one more. */
export const emailLimit = JSON.parse(metadata('email-limit')) as { readonly burst: number; readonly refillMs: number };

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
  wanted.hidden = false;
  const heading = [...wanted.querySelectorAll('h1')].find((one) => one.closest('[hidden]') === null);
  if (!heading) return;
  document.title = document.title.replace(/^.*(?= · )/, () => heading.textContent);
  heading.focus();
}

export function hidePanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('main > section')) panel.hidden = true;
}

/** Only ever as text: nothing that anybody typed becomes markup. */
export function fillIn(root: HTMLElement, values: Readonly<Record<string, string>>): void {
  for (const target of root.querySelectorAll<HTMLElement>('[data-fill]')) {
    target.textContent = fill(target.dataset.fill ?? '', values);
  }
}

/** Everything on it works now: the server's notice for a page whose scripts do not arrive goes. */
export const pageIsReady = (): void => document.getElementById('late')?.remove();

let isLeaving = false;
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isLeaving = false;
});

/**
 * One page tells the next something in the fragment, which never leaves the browser, and is gone once read. However
 * many find a reason to leave, the first goes and the others are ignored: a second navigation would replace the first.
 */
export function goTo(path: string, note: Readonly<Record<string, string>> = {}): void {
  if (isLeaving) return;
  isLeaving = true;
  const fragment = new URLSearchParams(note).toString();
  location.replace(fragment === '' ? path : `${path}#${fragment}`);
}

export function takeNote(): URLSearchParams {
  const note = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  return note;
}
