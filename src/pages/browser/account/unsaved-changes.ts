import { isLeaving } from '../page.ts';

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
