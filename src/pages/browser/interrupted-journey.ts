import { lifetimeMs, type MailedPurpose } from '../../declare/purposes-and-lifetimes.ts';
import { storedJourneys, storeJourneys } from './journey-store.ts';
import { carried, withQuery } from './page.ts';
import { keepPendingLink, pendingLink } from './pending-link.ts';

/** Call when a link was requested. */
export function interruptJourney(purpose: MailedPurpose, email: string): void {
  const remaining = storedJourneys().filter((journey) => journey.purpose !== purpose || journey.email !== email);
  // A verification link names the address itself.
  const isWorthIt = carried !== '' || purpose === 'password_reset';
  const link = pendingLink();
  const interrupted = { purpose, email, carried, untilMs: Date.now() + lifetimeMs(purpose) };
  storeJourneys(isWorthIt ? [...remaining, { ...interrupted, ...(link?.email === email && { link }) }] : remaining);
}

/** True if an app's visitor registered in this browser, where the login for the app continues. */
export const appWaitsHere = (email: string): boolean =>
  storedJourneys().some(
    (journey) => journey.email === email.toLowerCase() && new URLSearchParams(journey.carried).has('interaction'),
  );

/**
 * Call on the page of the mailed link, with the address in the link: continues the journey. Stored data is not trusted,
 * because the server checks the return address again. Returns the e-mail address that the link was requested for, or ''
 * if it is unknown or ambiguous.
 */
export function takeUpJourney(purpose: MailedPurpose, named = ''): string {
  const all = storedJourneys();
  storeJourneys(all);
  const possible = all.filter(
    (journey) => journey.purpose === purpose && (named === '' || journey.email === named.toLowerCase()),
  );
  const emails = new Set(possible.map(({ email }) => email));
  const email = named === '' && emails.size === 1 ? ([...emails][0] ?? '') : named;
  const { carried: query = carried, link: pending } = possible.at(-1) ?? {};
  if (pending && email !== '') keepPendingLink(pending);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-carry]')) {
    link.href = withQuery(link.pathname, query, email === '' ? {} : { email });
  }
  return email;
}
