import { lifetimeMs, type MailedPurpose } from '../../tokens/purposes-and-lifetimes.ts';
import { storedJourneys, storeJourneys } from './journey-store.ts';
import { carried, withQuery } from './page.ts';

/** To be called when a link was asked for. */
export function interruptJourney(purpose: MailedPurpose, email: string): void {
  const others = storedJourneys().filter((one) => one.purpose !== purpose || one.email !== email);
  // A link to verify an account names the address itself.
  const isWorthIt = carried !== '' || purpose === 'password_reset';
  storeJourneys(
    isWorthIt ? [...others, { purpose, email, carried, untilMs: Date.now() + lifetimeMs(purpose) }] : others,
  );
}

/**
 * Whether it was in this browser that an app's visitor has registered: the login that the app waits for goes on here.
 */
export const appWaitsHere = (email: string): boolean =>
  storedJourneys().some(
    (one) => one.email === email.toLowerCase() && new URLSearchParams(one.carried).has('interaction'),
  );

/**
 * To be called on the page of the mailed link, with the address that the link names: the links of the page lead on as
 * the journey was meant to. Nothing is trusted for having been kept: the server judges the address to return to again.
 * Returns the e-mail address that the link was asked for, or an empty text where that is unknown or several are
 * possible.
 */
export function takeUpJourney(purpose: MailedPurpose, named = ''): string {
  const all = storedJourneys();
  storeJourneys(all);
  const possible = all.filter((one) => one.purpose === purpose && (named === '' || one.email === named.toLowerCase()));
  const emails = new Set(possible.map(({ email }) => email));
  const email = named === '' && emails.size === 1 ? ([...emails][0] ?? '') : named;
  const query = possible.at(-1)?.carried ?? carried;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-carry]')) {
    link.href = withQuery(link.pathname, query, email === '' ? {} : { email });
  }
  return email;
}
