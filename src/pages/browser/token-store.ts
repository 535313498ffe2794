import { storageOf } from './storage.ts';

const KEY = 'latchkey.refresh-token';
const tab = storageOf('sessionStorage');
const device = storageOf('localStorage');

/** Where it cannot be remembered from one page to the next, nobody can be logged in. */
export const canRemember = tab !== undefined && device !== undefined;

/**
 * Where the refresh token waits between two pages: in the tab, and gone with it, unless the person asked to be kept
 * logged in on this device. The access token is never stored.
 */
export const remembered = (): string | null => tab?.getItem(KEY) ?? device?.getItem(KEY) ?? null;

export const isKept = (): boolean => (device?.getItem(KEY) ?? null) !== null;

export function remember(refreshToken: string, keep: boolean): void {
  for (const storage of [tab, device]) storage?.removeItem(KEY);
  (keep ? device : tab)?.setItem(KEY, refreshToken);
}

/** This one and no other: a tab may wake up with the token of a session that a newer one has replaced on this device. */
export function forget(refreshToken: string): void {
  for (const storage of [tab, device]) {
    if (storage?.getItem(KEY) === refreshToken) storage.removeItem(KEY);
  }
}
