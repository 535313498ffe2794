import { expiring } from './storage.ts';

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

/** The lifetime of the ticket. */
const KEPT_MS = 10 * 60_000;
const store = expiring<PendingLink>('latchkey.pending-link');

export const pendingLink = (): PendingLink | undefined => store.read();
export const forgetPendingLink = (): void => store.forget();

export const keepPendingLink = (pending: Omit<PendingLink, 'untilMs'> & Partial<PendingLink>): void =>
  store.write({ untilMs: Date.now() + KEPT_MS, ...pending });
