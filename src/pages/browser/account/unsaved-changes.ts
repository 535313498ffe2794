import { isLeaving } from '../page.ts';
import { storageOf } from '../storage.ts';

/**
 * Browsers ask, in words of their own, before a form with unsaved changes is left. To be called whenever they may have
 * changed. The listener is there only while it is needed: browsers do not keep a page that has one for the Back button.
 */
export function warnWhileUnsaved(hasChanges: boolean): void {
  if (hasChanges) addEventListener('beforeunload', ask);
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
  readonly values: Readonly<Record<string, string>>;
  readonly untilMs: number;
}

/** In this tab only, and for an hour at most. */
export const keepUnsaved = (userId: number, values: Kept['values']): void =>
  tab?.setItem(KEY, JSON.stringify({ userId, values, untilMs: Date.now() + KEPT_MS } satisfies Kept));

/** What the user who is shown now had typed. It is forgotten at the first look, whoever looks. */
export function takeUnsaved(id: number): Kept['values'] {
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
