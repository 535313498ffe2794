import type { EndReason, User } from './session-types.ts';

/** What tabs of one browser tell each other, so that all of them are logged in or none. */
export type TabMessage =
  | { readonly kind: 'who-is-logged-in' }
  | { readonly kind: 'i-am'; readonly refreshToken: string }
  | { readonly kind: 'began'; readonly refreshToken: string; readonly kept: boolean }
  | Renewed
  /** Of this session and no other: a tab that slept through a new login must not end it. */
  | { readonly kind: 'ended'; readonly refreshToken: string; readonly reason: EndReason }
  /** The account of this address; empty when the link did not name it. */
  | { readonly kind: 'verified'; readonly email: string };

/** A refresh gave another access token, and perhaps another refresh token: the older ones must not be used any more. */
export interface Renewed {
  /** As in versions that told of refresh tokens alone: tabs of those may be open during an upgrade. */
  readonly kind: 'rotated';
  readonly refreshToken: string;
  readonly accessToken?: string;
  readonly user?: User;
}

export interface Tabs {
  tell(message: TabMessage): void;
  hear(listener: (message: TabMessage) => void): void;
  /** The refresh token of a tab that has a session. */
  ask(): Promise<string | undefined>;
  /** Does this in one tab after the other; `hadToWait` says that another one was first. */
  inTurn<Result>(work: (hadToWait: boolean) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** A tab that has a session answers within a few milliseconds; a page without one need not wait for long. */
const ANSWER_WITHIN_MS = 200;

/** A tab that is asleep may hold its turn for ever. Without turns, the service copes: a refresh may be repeated. */
const LONGEST_TURN_MS = 5000;

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
      // Unknown to pages without TLS, and refused where nothing may be stored.
      const { locks } = navigator as { readonly locks?: Locks };
      try {
        const done = await locks?.request(name, { ifAvailable: true }, async (lock) =>
          lock ? [await work(false)] : [],
        );
        if (done && 0 in done) return done[0];
        if (locks) return await locks.request(name, { signal: AbortSignal.timeout(LONGEST_TURN_MS) }, () => work(true));
      } catch {}
      return work(false);
    },
    close: () => channel?.close(),
  };
}

/** As far as it is used: the types of Node have no such thing. */
interface Locks {
  request<Result>(name: string, options: object, work: (lock: unknown) => Promise<Result>): Promise<Result>;
}

/** Some browsers that may store nothing refuse this too. A tab that cannot talk to others goes by itself. */
function openChannel(name: string): InstanceType<typeof BroadcastChannel> | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
