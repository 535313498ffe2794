import { storageOf } from './storage.ts';

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

/** `sessionStorage` survives a reload of this tab; `localStorage` serves the link, which opens in another tab. */
export function begunEmailLogin(place: 'sessionStorage' | 'localStorage'): BegunEmailLogin | undefined {
  const storage = storageOf(place);
  const begun = JSON.parse(storage?.getItem(KEY) ?? 'null') as BegunEmailLogin | null;
  if (begun && begun.untilMs > Date.now()) return begun;
  storage?.removeItem(KEY);
  return undefined;
}

export function storeEmailLogin(begun: BegunEmailLogin): void {
  for (const place of ['sessionStorage', 'localStorage'] as const)
    storageOf(place)?.setItem(KEY, JSON.stringify(begun));
}

export function forgetEmailLogin(): void {
  for (const place of ['sessionStorage', 'localStorage'] as const) storageOf(place)?.removeItem(KEY);
}
