import type { Session } from './session-types.ts';

/** Only what is used; Node's types lack it. */
interface Page {
  readonly document: EventTarget & { readonly visibilityState: string };
  readonly addEventListener: EventTarget['addEventListener'];
}

const page = globalThis as unknown as Page;
const LOOK_AGAIN_AFTER_MS = 10_000;

/** Shows users who return to a page what has changed elsewhere, such as a session that ended or a confirmed address. */
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
  // Of two visible windows, only one has the focus.
  page.addEventListener('focus', look);
}
