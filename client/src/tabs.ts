import type { EndReason, FullUser } from './session-types.ts';

/** Messages between the tabs of a browser, so that all of them are logged in or none. */
type TabMessage =
  | { readonly kind: 'who-is-logged-in' }
  | { readonly kind: 'i-am'; readonly refreshToken: string }
  | { readonly kind: 'began'; readonly refreshToken: string; readonly kept: boolean }
  | Renewed
  /** Names the session, so that a tab that missed a new login does not end that. */
  | { readonly kind: 'ended'; readonly refreshToken: string; readonly reason: EndReason }
  /** The account with this address; empty if the link did not name it. */
  | { readonly kind: 'verified'; readonly email: string };

/** A refresh returned a new access token, and perhaps a new refresh token; older ones must no longer be used. */
export interface Renewed {
  /** The name in older versions, whose tabs may be open during an upgrade. */
  readonly kind: 'rotated';
  readonly refreshToken: string;
  readonly accessToken?: string;
  readonly user?: FullUser;
}

export interface Tabs {
  tell(message: TabMessage): void;
  hear(listener: (message: TabMessage) => void): void;
  /** The refresh token of a tab that has a session. */
  ask(): Promise<string | undefined>;
  /** Runs in one tab at a time; `hadToWait`: another tab was first. */
  inTurn<Result>(work: (hadToWait: boolean) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** A tab with a session answers within a few milliseconds. */
const ANSWER_WITHIN_MS = 200;

/** A sleeping tab may hold the lock forever. Going ahead without it is safe, because a refresh can be repeated. */
const MAX_TURN_MS = 5000;

export function openTabs(name: string): Tabs {
  const channel = openChannel(name);
  const tell: Tabs['tell'] = (message) => channel?.postMessage(message);
  const hear: Tabs['hear'] = (listener) =>
    channel?.addEventListener('message', (event) => listener((event as unknown as { data: TabMessage }).data));
  return {
    tell,
    hear,
    ask: () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
        hear((message) => {
          if (message.kind === 'i-am') resolve(message.refreshToken);
        });
        tell({ kind: 'who-is-logged-in' });
      }),
    async inTurn(work) {
      // Missing without TLS, and refused if the browser blocks storage.
      const { locks } = navigator as { readonly locks?: Locks };
      try {
        const done = await locks?.request(name, { ifAvailable: true }, async (lock) =>
          lock ? [await work(false)] : [],
        );
        if (done && 0 in done) return done[0];
        if (locks) return await locks.request(name, { signal: AbortSignal.timeout(MAX_TURN_MS) }, () => work(true));
      } catch {}
      return work(false);
    },
    close: () => channel?.close(),
  };
}

/** Only what is used; Node's types lack it. */
interface Locks {
  request<Result>(name: string, options: object, work: (lock: unknown) => Promise<Result>): Promise<Result>;
}

/** Some browsers refuse it if storage is blocked. Such a tab works alone. */
function openChannel(name: string): InstanceType<typeof BroadcastChannel> | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
