import { emailLimit } from './page.ts';
import { storageOf } from './storage.ts';

export type EmailKind = 'verification' | 'password_reset' | 'login_code' | 'email_change_notice';

/**
 * Counts how many e-mails the service will still send. The answer of the service does not reveal it, so that nobody
 * learns who has an account, so the page repeats the service's bucket: `burst` immediately, one more every `refillMs`.
 * Kept in the tab to survive a reload, in memory without storage.
 */
const KEY = 'latchkey.emails';
const storage = storageOf('sessionStorage');
const { burst, refillMs } = emailLimit;

/** The time at which the bucket is full again, by kind and address. */
let fullAtMs: Readonly<Record<string, number>> = stored();

function stored(): Record<string, number> {
  try {
    return JSON.parse(storage?.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

const nameOf = (kind: EmailKind, email: string): string => `${kind} ${email.trim().toLowerCase()}`;

export function recordSent(kind: EmailKind, email: string): void {
  const nowMs = Date.now();
  const name = nameOf(kind, email);
  const open = Object.entries({ ...fullAtMs, [name]: Math.max(fullAtMs[name] ?? 0, nowMs) + refillMs });
  fullAtMs = Object.fromEntries(open.filter(([, atMs]) => atMs > nowMs));
  storage?.setItem(KEY, JSON.stringify(fullAtMs));
}

/** The time until the next e-mail will be sent. */
export function secondsToWait(kind: EmailKind, email: string): number {
  if (burst === 0) return 0;
  const waitMs = (fullAtMs[nameOf(kind, email)] ?? 0) - Date.now() - (burst - 1) * refillMs;
  // Bounded, whatever happens to the clock of this device.
  return Math.ceil(Math.min(Math.max(waitMs, 0), refillMs) / 1000);
}
