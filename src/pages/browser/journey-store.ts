import type { MailedPurpose } from '../../tokens/purposes-and-lifetimes.ts';
import { storageOf } from './storage.ts';

/**
 * A journey goes on in another tab when its next step is a mailed link, and the link can carry neither the address to
 * return to nor, for a password reset, the e-mail address. This browser keeps both until the link has expired.
 */
interface Interrupted {
  readonly purpose: MailedPurpose;
  readonly email: string;
  readonly carried: string;
  readonly untilMs: number;
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

/** To be called when a session has begun: the journey is over. */
export const forgetJourneys = (): void => storeJourneys([]);
