const KEY = 'latchkey.refresh-token';

/**
 * Where the refresh token waits between two pages: in the tab, and gone with it, unless the person asked to be kept
 * logged in on this device. The access token is never stored.
 */
export const remembered = (): string | null => sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);

export const isKept = (): boolean => localStorage.getItem(KEY) !== null;

export function remember(refreshToken: string, keep: boolean): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEY);
  (keep ? localStorage : sessionStorage).setItem(KEY, refreshToken);
}

/** This one and no other: a tab may wake up with the token of a session that a newer one has replaced on this device. */
export function forget(refreshToken: string): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (storage.getItem(KEY) === refreshToken) storage.removeItem(KEY);
  }
}
