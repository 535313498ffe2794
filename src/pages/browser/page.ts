import type { Messages } from '../texts/en.ts';
import { fill } from '../texts/fill.ts';

/** What the server wrote into the document for its scripts. */
const metadata = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="latchkey-${name}"]`)?.content ?? '';

export const messages = JSON.parse(metadata('messages')) as Messages & { readonly support: string };

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
  for (const panel of document.querySelectorAll<HTMLElement>('main > section')) panel.hidden = panel !== wanted;
  const heading = [...wanted.querySelectorAll('h1')].find((one) => one.checkVisibility());
  if (!heading) return;
  document.title = document.title.replace(/^.*(?= · )/, () => heading.textContent);
  heading.focus();
}

/** Only ever as text: nothing that anybody typed becomes markup. */
export function fillIn(root: HTMLElement, values: Readonly<Record<string, string>>): void {
  for (const target of root.querySelectorAll<HTMLElement>('[data-fill]')) {
    target.textContent = fill(target.dataset.fill ?? '', values);
  }
}

/** One page tells the next something in the fragment, which never leaves the browser, and is gone once read. */
export const goTo = (path: string, note: Readonly<Record<string, string>>): void =>
  location.replace(`${path}#${new URLSearchParams(note)}`);

export function takeNote(): URLSearchParams {
  const note = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  return note;
}
