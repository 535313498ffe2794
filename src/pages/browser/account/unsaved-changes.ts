import { isLeaving } from '../page.ts';
import { storageOf } from '../storage.ts';

type Values = Readonly<Record<string, string>>;

let unsaved: Values = {};

/**
 * To be called whenever it may have changed. Browsers ask, in words of their own, before a form with unsaved changes
 * is left. The listener is there only while it is needed: browsers do not keep a page that has one for the Back
 * button.
 */
export function noteUnsaved(values: Values): void {
  unsaved = values;
  if (Object.keys(values).length > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  // The session is over, or is somebody else's: nothing can be saved any more.
  if (isLeaving()) return;
  event.preventDefault();
  // For browsers that do not heed preventDefault here: Chrome before 119, Safari.
  event.returnValue = true;
}

const KEY = 'latchkey.unsaved-profile';
const KEPT_MS = 60 * 60_000;
const tab = storageOf('sessionStorage');

interface Kept {
  readonly userId: number;
  readonly values: Values;
  readonly untilMs: number;
}

/**
 * When the session has ended by itself: what was typed is there again after the login, in this tab only, and for an
 * hour at most.
 */
export function keepUnsaved(userId: number): void {
  if (Object.keys(unsaved).length === 0) return;
  tab?.setItem(KEY, JSON.stringify({ userId, values: unsaved, untilMs: Date.now() + KEPT_MS } satisfies Kept));
}

/** What the user who is shown had typed. Reading it deletes it, whoever reads. */
export function takeUnsaved(id: number): Values {
  const stored = tab?.getItem(KEY) ?? null;
  if (stored === null) return {};
  tab?.removeItem(KEY);
  try {
    const { userId, values, untilMs } = JSON.parse(stored) as Kept;
    return userId === id && Date.now() < untilMs ? values : {};
  } catch {
    return {};
  }
}
