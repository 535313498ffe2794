import { isLeaving } from '../page.ts';
import { expiring } from '../storage.ts';

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

const KEPT_MS = 60 * 60_000;

interface Kept {
  readonly userId: number;
  readonly values: Values;
  readonly untilMs: number;
}

const store = expiring<Kept>('latchkey.unsaved-profile');

/** Keeps typed text after an unexpected end of the session, for the next login in this tab within an hour. */
export function keepUnsaved(userId: number): void {
  if (Object.keys(unsaved).length > 0) store.write({ userId, values: unsaved, untilMs: Date.now() + KEPT_MS });
}

/** Returns what this user had typed. Reading deletes it for every user. */
export function takeUnsaved(id: number): Values {
  const kept = store.read();
  store.forget();
  return kept?.userId === id ? kept.values : {};
}
