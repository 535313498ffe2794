import { createStore } from '../../pages/browser/components/store.ts';
import { awaitHeading } from '../components/heading.tsx';
import type { ScreenName } from '../console-paths.ts';
import { screenAt } from './screen-address.ts';

// Moving between screens changes the address and fetches data; the document stays. Every address is also a document.

/** What the console keeps with an entry of the browser's history. */
interface Entry {
  readonly id?: number;
  /** The entry of a dialog, so that Back closes the dialog: the entry below it, which shows the same screen. */
  readonly over?: number;
  /** The screen that led here. */
  readonly from?: ScreenName | undefined;
  /** The number of rows of a list, the scroll position, and the key of the opened row. */
  readonly shown?: number;
  readonly scrollY?: number;
  readonly row?: string | undefined;
}

/** Another visit shows a screen from the start, even the same one. */
interface Route {
  readonly pathname: string;
  readonly screen: ScreenName | undefined;
  readonly visit: number;
}

let lastId = Date.now();
const newId = (): number => {
  lastId += 1;
  return lastId;
};

export const entry = (): Entry => (history.state as Entry | null) ?? {};

export const keepInEntry = (kept: Entry): void => replaceEntry({ ...entry(), ...kept });

/** The entry of the screen, also while a dialog is open. */
const screenEntry = (): number | undefined => entry().over ?? entry().id;

/** The current entry, to tell after `popstate` which one was left. */
let current: Entry = {};

function replaceEntry(state: Entry, address?: string): void {
  history.replaceState(state, '', address);
  current = state;
}

function pushEntry(state: Entry, address?: string): void {
  history.pushState(state, '', address);
  current = state;
}

const here = (visit: number): Route => ({
  pathname: location.pathname,
  screen: screenAt(location.pathname),
  visit,
});

const route = createStore<Route>(here(0));
export const useRoute = (): Route => route.use();
export const currentVisit = (): number => route.get().visit;

/** Shows the screen anew, at the same place. */
export function visitAgain(): void {
  keepInEntry({ scrollY, row: undefined });
  route.set(here(currentVisit() + 1));
}

/** Changes the address of the shown screen. A new entry takes the place of a closed dialog's. */
export function changeAddress(
  address: string,
  how: 'pushState' | 'replaceState' = 'pushState',
  from?: ScreenName,
): void {
  const { over, ...before } = entry();
  const state = { id: newId(), from: from ?? before.from };
  if (how === 'replaceState') replaceEntry({ ...entry(), shown: 0, scrollY: 0, row: undefined }, address);
  else if (over !== undefined) replaceEntry(state, address);
  else pushEntry(state, address);
}

/** Opens a screen. Other addresses load as documents. */
export function move(address: string): void {
  const { href, pathname } = new URL(address, location.href);
  if (screenAt(pathname) === undefined) {
    location.assign(href);
    return;
  }
  changeAddress(href, 'pushState', route.get().screen);
  visit();
  scrollTo(0, 0);
}

/** Shows the screen at the current address from the start. */
function visit(): void {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  awaitHeading();
  route.set(here(currentVisit() + 1));
}

/** Follows links and the history. Call once. */
export function startRouter(): void {
  replaceEntry({ id: newId(), ...entry() });
  addEventListener('click', followLink);
  addEventListener('popstate', followHistory);
  new MutationObserver(guardDialog).observe(document.body, { subtree: true, attributeFilter: ['open'] });
}

/** Leaves links to other places, and clicks that open a tab or a window, to the browser. */
function followLink(event: MouseEvent): void {
  const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  // Another language needs another document.
  if (link?.target !== '' || link.hreflang !== '' || link.getAttribute('href')?.startsWith('#')) return;
  if (link.origin !== location.origin || screenAt(link.pathname) === undefined) return;
  event.preventDefault();
  move(link.href);
}

function followHistory(): void {
  const left = current;
  // An entry of a fragment has no state yet.
  replaceEntry({ id: newId(), ...entry() });
  if (left.over !== undefined && left.over === current.id) leaveDialog();
  else if (location.pathname !== route.get().pathname) visit();
}

const topDialog = (): HTMLDialogElement | undefined =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);

/** An open dialog has an entry of its own. */
function guardDialog(): void {
  const { id, over, ...place } = entry();
  if (topDialog() && over === undefined && id !== undefined) pushEntry({ ...place, id: newId(), over: id });
}

/** Back in a dialog is like Escape. Once the dialog is closed, its entry is skipped. */
function leaveDialog(): void {
  const dialog = topDialog();
  if (!dialog) history.back();
  else if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  // It may stay open.
  setTimeout(guardDialog);
}

/** The maximum number of values to keep. */
const MAX_KEPT = 20;
const kept = new Map<string, unknown>();
const keptName = (name: string): string => `${name} ${screenEntry()}`;

/** What a screen kept under this name when it was left, if it is shown again by Back or Forward. */
export const keptValue = <Value>(name: string): Value | undefined => kept.get(keptName(name)) as Value | undefined;

/** Keeps a value in memory, for the time when Back or Forward lead here. */
export function keepValue(name: string, value: unknown): void {
  kept.delete(keptName(name));
  kept.set(keptName(name), value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}
