import { emailLimit } from './page.ts';
import { storageOf } from './storage.ts';

export type EmailKind = 'verification' | 'password_reset' | 'login_code' | 'email_change_notice';

/**
 * How many e-mails the service will still send. It answers the same whether it sends one or not, so that nobody learns
 * who has an account; this page keeps count of its own, in the bucket that the service keeps: `burst` at once, one more
 * for every `refillMs`. In the tab, so that a reload does not forget, and in memory where nothing may be stored.
 */
const KEY = 'latchkey.emails';
const storage = storageOf('sessionStorage');
const { burst, refillMs } = emailLimit;

/** By kind and address: when its bucket will be full again. */
let fullAtMs: Readonly<Record<string, number>> = stored();

function stored(): Record<string, number> {
  try {
    return JSON.parse(storage?.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

const nameOf = (kind: EmailKind, email: string): string => `${kind} ${email.trim().toLowerCase()}`;

export function noteSent(kind: EmailKind, email: string): void {
  const nowMs = Date.now();
  const name = nameOf(kind, email);
  const open = Object.entries({ ...fullAtMs, [name]: Math.max(fullAtMs[name] ?? 0, nowMs) + refillMs });
  fullAtMs = Object.fromEntries(open.filter(([, atMs]) => atMs > nowMs));
  storage?.setItem(KEY, JSON.stringify(fullAtMs));
}

/** Until the next one will be sent. */
export function secondsToWait(kind: EmailKind, email: string): number {
  if (burst === 0) return 0;
  const waitMs = (fullAtMs[nameOf(kind, email)] ?? 0) - Date.now() - (burst - 1) * refillMs;
  // Never longer than it can be, whatever happens to the clock of this device.
  return Math.ceil(Math.min(Math.max(waitMs, 0), refillMs) / 1000);
}
