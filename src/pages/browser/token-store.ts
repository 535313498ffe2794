const KEY = 'latchkey.refresh-token';

/**
 * Where the refresh token waits between two pages: in the tab, and gone with it, unless the person asked to be kept
 * logged in on this device. The access token is never stored.
 */
export const remembered = (): string | null => sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);

export const isKept = (): boolean => localStorage.getItem(KEY) !== null;

export function remember(refreshToken: string, keep: boolean): void {
  forget();
  (keep ? localStorage : sessionStorage).setItem(KEY, refreshToken);
}

export function forget(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}
