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

/** Whether two refresh tokens are of one session: with REFRESH_ROTATION=on, all tokens of a session begin with the same random value. */
export const isSameSession = (one: string | null, other: string): boolean =>
  one?.split('.', 1)[0] === other.split('.', 1)[0];

const generationOf = (refreshToken: string): number => Number(refreshToken.split('.')[1] ?? 0);

/** Remembers a newer token of the session in place of the older one, wherever that is. */
export function replaceOlder(refreshToken: string): void {
  for (const storage of [tab, device]) {
    const older = storage?.getItem(KEY) ?? null;
    if (older === null || !isSameSession(older, refreshToken)) continue;
    if (generationOf(older) < generationOf(refreshToken)) storage?.setItem(KEY, refreshToken);
  }
}

/** That of this session and no other: a tab may wake up with the token of a session that a newer one has replaced on this device. */
export function forget(refreshToken: string): void {
  for (const storage of [tab, device]) {
    if (isSameSession(storage?.getItem(KEY) ?? null, refreshToken)) storage?.removeItem(KEY);
  }
}
