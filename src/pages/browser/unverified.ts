import type { Reply } from './api.ts';
import { EmailForm } from './forms/email-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { offerMailbox } from './mail-provider.ts';
import { takeUpLogin } from './session.ts';
import { hearTabs } from './tabs.ts';

export { recordSent } from './email-allowance.ts';

interface Waiting {
  readonly email: string;
  /** Logs in with what was proven on this page; undefined if the page was reloaded since. */
  readonly logIn: (() => Promise<Reply>) | undefined;
  readonly keep: boolean;
  /** Called once the session has begun. */
  readonly loggedIn: () => void;
  /** Called once verified, without `logIn`. */
  readonly toLogin: () => void;
  /** Stops waiting. */
  readonly signal?: AbortSignal;
}

/**
 * The panel of an unverified account: links to the mailbox, sends the e-mail again, and continues once verified. Loaded
 * on demand.
 */
export function startWaiting(waiting: Waiting | undefined, emailOf: () => string) {
  waitFor(waiting, emailOf());
  return hydrateForm('resend-form', EmailForm, { emailOf });
}

/** Shows the panel again for another address. */
export function waitFor(waiting: Waiting | undefined, email: string): void {
  if (waiting) awaitVerification(waiting);
  offerMailbox(email);
}

/**
 * Pauses before each attempt. There are few, because each costs the service a password hash. Attempts with the right
 * password count towards no limit and reveal nothing to others.
 */
const PAUSES_MS = [10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000);
/** Returning to the tab triggers the next attempt early, but not more often than this, and not for ever. */
const MIN_PAUSE_MS = 10_000;
const MAX_ATTEMPTS = 20;

/**
 * After the right password of an unverified account, or another proof, waits for the verification and logs in. Another
 * tab of this browser announces it; for other devices, the page retries, only while somebody looks at it.
 */
function awaitVerification({ email, logIn, keep, loggedIn, toLogin, signal }: Waiting): void {
  let attempts = logIn ? 0 : MAX_ATTEMPTS;
  let attemptedAtMs = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAttempting = false;
  let wasTold = false;

  const attempt = async (): Promise<void> => {
    if (!logIn || isAttempting || attempts >= MAX_ATTEMPTS || signal?.aborted) return;
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
    if (signal?.aborted) return;
    if (!logIn) return toLogin();
    wasTold = true;
    void attempt();
  });
  schedule();
  signal?.addEventListener('abort', () => clearTimeout(timer));
}

/** True if the account is still unverified or the service could not say. */
const isWorthRepeating = ({ accountStatus, status }: Reply): boolean =>
  accountStatus === 'INACTIVE' || status === 0 || status >= 500;
