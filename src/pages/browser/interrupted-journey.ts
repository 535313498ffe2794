import { lifetimeMs, type MailedPurpose } from '../../tokens/purposes-and-lifetimes.ts';
import { addressOf, carried } from './page.ts';
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

function stored(): Interrupted[] {
  try {
    const all = JSON.parse(storage?.getItem(KEY) ?? '[]') as Interrupted[];
    return all.filter(({ untilMs }) => untilMs > Date.now());
  } catch {
    return [];
  }
}

function store(journeys: readonly Interrupted[]): void {
  if (journeys.length === 0) storage?.removeItem(KEY);
  else storage?.setItem(KEY, JSON.stringify(journeys));
}

/** To be called when a link was asked for. */
export function interruptJourney(purpose: MailedPurpose, email: string): void {
  const others = stored().filter((one) => one.purpose !== purpose || one.email !== email);
  // A link to verify an account names the address itself.
  const isWorthIt = carried !== '' || purpose === 'password_reset';
  store(isWorthIt ? [...others, { purpose, email, carried, untilMs: Date.now() + lifetimeMs(purpose) }] : others);
}

/**
 * To be called on the page of the mailed link, with the address that the link names: the links of the page lead on as
 * the journey was meant to. Nothing is trusted for having been kept: the server judges the address to return to again.
 * Returns the e-mail address that the link was asked for, or an empty text where that is unknown or several are possible.
 */
export function takeUpJourney(purpose: MailedPurpose, named = ''): string {
  const all = stored();
  store(all);
  const possible = all.filter((one) => one.purpose === purpose && (named === '' || one.email === named.toLowerCase()));
  const emails = new Set(possible.map(({ email }) => email));
  const email = named === '' && emails.size === 1 ? ([...emails][0] ?? '') : named;
  const query = possible.at(-1)?.carried ?? carried;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-carry]')) {
    link.href = addressOf(link.pathname, query, email === '' ? {} : { email });
  }
  return email;
}

/** To be called when a session has begun: the journey is over. */
export const forgetJourneys = (): void => store([]);
