import { storageOf } from './storage.ts';

/**
 * A provider login with the address of an account. This tab, or the one that resets the password, links it after a
 * login to that account.
 */
export interface PendingLink {
  readonly ticket: string;
  /** The name that people see. */
  readonly provider: string;
  readonly email: string;
  readonly untilMs: number;
}

const KEY = 'latchkey.pending-link';
/** The lifetime of the ticket. */
const KEPT_MS = 10 * 60_000;

export function pendingLink(): PendingLink | undefined {
  const stored = storageOf('sessionStorage')?.getItem(KEY);
  const pending = stored ? (JSON.parse(stored) as PendingLink) : undefined;
  return pending && pending.untilMs > Date.now() ? pending : undefined;
}

export function keepPendingLink(pending: Omit<PendingLink, 'untilMs'> & Partial<PendingLink>): void {
  storageOf('sessionStorage')?.setItem(KEY, JSON.stringify({ untilMs: Date.now() + KEPT_MS, ...pending }));
}

export const forgetPendingLink = (): void => storageOf('sessionStorage')?.removeItem(KEY);
