import type { MailedPurpose } from '../../declare/purposes-and-lifetimes.ts';
import type { PendingLink } from './pending-link.ts';
import { storageOf } from './storage.ts';

/**
 * A journey continues in another tab if its next step is a mailed link. The link cannot carry the return address or,
 * for a password reset, the e-mail address, so this browser keeps both until the link has expired.
 */
interface Interrupted {
  readonly purpose: MailedPurpose;
  readonly email: string;
  readonly carried: string;
  readonly untilMs: number;
  /** A login with a provider that has this address. */
  readonly link?: PendingLink;
}

const KEY = 'latchkey.journey';
const storage = storageOf('localStorage');

export function storedJourneys(): Interrupted[] {
  try {
    const all = JSON.parse(storage?.getItem(KEY) ?? '[]') as Interrupted[];
    return all.filter(({ untilMs }) => untilMs > Date.now());
  } catch {
    return [];
  }
}

export function storeJourneys(journeys: readonly Interrupted[]): void {
  if (journeys.length === 0) storage?.removeItem(KEY);
  else storage?.setItem(KEY, JSON.stringify(journeys));
}

export const forgetJourneys = (): void => storeJourneys([]);
