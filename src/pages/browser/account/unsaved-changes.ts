import { isLeaving } from '../page.ts';
import { storageOf } from '../storage.ts';

type Values = Readonly<Record<string, string>>;

let unsaved: Values = {};

/**
 * Call when the values may have changed. Browsers warn before a form with unsaved changes is left. The listener is
 * registered only while needed, because browsers do not keep pages that have one for the Back button.
 */
export function rememberUnsaved(values: Values): void {
  unsaved = values;
  if (Object.keys(values).length > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  // The session has ended or belongs to another user: nothing can be saved.
  if (isLeaving()) return;
  event.preventDefault();
  // For browsers that ignore preventDefault here: Chrome before 119, Safari.
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

/** Keeps typed text after an unexpected end of the session, for the next login in this tab within an hour. */
export function keepUnsaved(userId: number): void {
  if (Object.keys(unsaved).length === 0) return;
  tab?.setItem(KEY, JSON.stringify({ userId, values: unsaved, untilMs: Date.now() + KEPT_MS } satisfies Kept));
}

/** Returns what this user had typed. Reading deletes it for every user. */
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
