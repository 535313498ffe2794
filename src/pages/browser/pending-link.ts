import { storageOf } from './storage.ts';

/** A login with a provider that names the address of an account. This tab links it once it has logged in to it. */
export interface PendingLink {
  readonly ticket: string;
  /** As people read it. */
  readonly provider: string;
  readonly email: string;
  readonly untilMs: number;
}

const KEY = 'latchkey.pending-link';
/** As long as the ticket works. */
const KEPT_MS = 10 * 60_000;

export function pendingLink(): PendingLink | undefined {
  const stored = storageOf('sessionStorage')?.getItem(KEY);
  const pending = stored ? (JSON.parse(stored) as PendingLink) : undefined;
  return pending && pending.untilMs > Date.now() ? pending : undefined;
}

export function keepPendingLink(pending: Omit<PendingLink, 'untilMs'>): void {
  storageOf('sessionStorage')?.setItem(KEY, JSON.stringify({ ...pending, untilMs: Date.now() + KEPT_MS }));
}

export const forgetPendingLink = (): void => storageOf('sessionStorage')?.removeItem(KEY);
