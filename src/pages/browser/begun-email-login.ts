import { expiring } from './storage.ts';

/** A login by e-mailed code that this browser has begun. */
export interface BegunEmailLogin {
  readonly request: string;
  readonly email: string;
  /** The page that continues it. */
  readonly from: string;
  readonly keep: boolean;
  readonly untilMs: number;
  /** The code of the e-mail's link, once its button was pressed. */
  readonly code?: string;
}

const KEY = 'latchkey.email-login';
/** The first survives a reload of this tab; the second serves the link, which opens in another tab. */
const STORES = {
  sessionStorage: expiring<BegunEmailLogin>(KEY),
  localStorage: expiring<BegunEmailLogin>(KEY, 'localStorage'),
};

export const begunEmailLogin = (place: keyof typeof STORES): BegunEmailLogin | undefined => STORES[place].read();

export function storeEmailLogin(begun: BegunEmailLogin): void {
  for (const store of Object.values(STORES)) store.write(begun);
}

export function forgetEmailLogin(): void {
  for (const store of Object.values(STORES)) store.forget();
}
