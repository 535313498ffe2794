import type { Reply } from './api.ts';
import { takeUpLogin } from './session.ts';
import { hearTabs } from './tabs.ts';

export interface Waiting {
  readonly email: string;
  /** With what was proven on this page. */
  readonly logIn: () => Promise<Reply>;
  readonly keep: boolean;
  /** The session has begun. */
  readonly loggedIn: () => void;
  /** Nobody waits any more. */
  readonly signal?: AbortSignal;
}

/**
 * Before each attempt; after the last one nothing is asked any more. Few, because every attempt costs the service a
 * password hash. Attempts with the right password count towards no limit, and reveal nothing to others.
 */
const PAUSES_MS = [10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000);
/** Coming back to the tab brings the next attempt forward, though not more often than this, and not for ever. */
const MIN_PAUSE_MS = 10_000;
const MAX_ATTEMPTS = 20;

/**
 * A page that has just been given the right password of an unverified account, or another proof, waits for the
 * verification, and then logs in with it. Another tab of this browser says when it is done. A click on another device is noticed by
 * trying again, only while somebody looks at the page.
 */
export function awaitVerification({ email, logIn, keep, loggedIn, signal }: Waiting): void {
  let attempts = 0;
  let attemptedAtMs = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAttempting = false;
  let wasTold = false;

  const attempt = async (): Promise<void> => {
    if (isAttempting || attempts >= MAX_ATTEMPTS || signal?.aborted) return;
    clearTimeout(timer);
    isAttempting = true;
    wasTold = false;
    attempts += 1;
    const reply = await takeUpLogin(logIn(), keep);
    isAttempting = false;
    attemptedAtMs = Date.now();
    if (reply.ok) loggedIn();
    else if (!isWorthRepeating(reply)) attempts = MAX_ATTEMPTS;
    else if (wasTold) void attempt();
    else schedule();
  };
  const attemptIfSeen = () => {
    if (document.visibilityState === 'visible') void attempt();
  };
  const schedule = () => {
    const pauseMs = PAUSES_MS[attempts];
    if (pauseMs !== undefined) timer = setTimeout(attemptIfSeen, pauseMs);
  };
  document.addEventListener('visibilitychange', () => {
    if (Date.now() - attemptedAtMs >= MIN_PAUSE_MS) attemptIfSeen();
  });
  hearTabs((message) => {
    if (message.kind !== 'verified' || ![email.toLowerCase(), ''].includes(message.email.toLowerCase())) return;
    wasTold = true;
    void attempt();
  });
  schedule();
  signal?.addEventListener('abort', () => clearTimeout(timer));
}

/** The account is still unverified, or the service could not say. */
const isWorthRepeating = ({ accountStatus, status }: Reply): boolean =>
  accountStatus === 'INACTIVE' || status === 0 || status >= 500;
