export type EndReason = 'loggedOut' | 'passwordChanged' | 'sessionEnded' | 'suspended' | Farewell;

/** The owner has deleted the account, or has asked for it. */
export type Farewell = 'deleted' | 'deletionScheduled';

/** What tabs of one browser tell each other, so that all of them are logged in or none. */
export type TabMessage =
  | { readonly kind: 'who-is-logged-in' }
  | { readonly kind: 'i-am'; readonly refreshToken: string }
  | { readonly kind: 'began'; readonly refreshToken: string; readonly kept: boolean }
  /** A refresh gave another refresh token: the older ones of this session must not be used any more. */
  | { readonly kind: 'rotated'; readonly refreshToken: string }
  /** Of this session and no other: a tab that slept through a new login must not end it. */
  | { readonly kind: 'ended'; readonly refreshToken: string; readonly reason: EndReason }
  /** The account of this address; empty when the link did not name it. */
  | { readonly kind: 'verified'; readonly email: string };

const channel = openChannel();

/** Some browsers that may store nothing refuse this too. A tab that cannot talk to others goes by itself. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('latchkey.session');
  } catch {
    return undefined;
  }
}

export const tellTabs = (message: TabMessage): void => channel?.postMessage(message);

export const hearTabs = (listener: (message: TabMessage) => void): void =>
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));

/** A tab that has a session answers within a few milliseconds; a page without one need not wait for long. */
const ANSWER_WITHIN_MS = 200;

/** A new tab shares the session of those already open. */
export function askTabs(): Promise<string | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
    hearTabs((message) => {
      if (message.kind === 'i-am') resolve(message.refreshToken);
    });
    tellTabs({ kind: 'who-is-logged-in' });
  });
}
