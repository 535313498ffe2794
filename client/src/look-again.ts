import type { Session } from './session-types.ts';

/** As far as it is used: the types of Node have no such thing. */
interface Page {
  readonly document: EventTarget & { readonly visibilityState: string };
  readonly addEventListener: EventTarget['addEventListener'];
}

const page = globalThis as unknown as Page;
const LOOK_AGAIN_AFTER_MS = 10_000;

/**
 * Whoever comes back to a page sees what has changed elsewhere: that the session has ended, or an address that was
 * confirmed in another tab.
 */
export async function lookAgain({ held, renew, dispatch }: Session): Promise<void> {
  const access = held();
  if (page.document.visibilityState !== 'visible' || !access || Date.now() - access.sinceMs <= LOOK_AGAIN_AFTER_MS)
    return;
  const renewed = await renew();
  if (renewed.state === 'active') dispatch('looked-again', renewed.user);
}

export function lookAgainWhenShown(session: Session): void {
  const look = () => void lookAgain(session);
  page.document.addEventListener('visibilitychange', look);
  // Windows that stand side by side are both visible.
  page.addEventListener('focus', look);
}
