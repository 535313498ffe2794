/** What browsers keep, or whatever else remembers: `localStorage`, `sessionStorage`, or your own. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where the refresh token waits between two pages. The access token is never stored. */
export interface TokenStore {
  remembered(): string | null;
  /** Whether it was asked for that it be kept on this device. */
  isKept(): boolean;
  remember(refreshToken: string, keep: boolean): void;
  /** Remembers a newer token of the session in place of the older one, wherever that is. */
  replaceOlder(refreshToken: string): void;
  /** That of this session and no other: a tab may wake up with the token of a session that a newer one has replaced on this device. */
  forget(refreshToken: string): void;
}

/** In `storage`, unless the person asked to be kept logged in and there is a place for it on the `device`. */
export function createTokenStore(key: string, storage?: TokenStorage, device?: TokenStorage): TokenStore {
  const places = [storage, device].filter((place) => place !== undefined);
  const kept = () => device?.getItem(key) ?? null;
  return {
    remembered: () => storage?.getItem(key) ?? kept(),
    isKept: () => kept() !== null,
    remember(refreshToken, keep) {
      for (const place of places) place.removeItem(key);
      ((keep && device) || storage)?.setItem(key, refreshToken);
    },
    replaceOlder(refreshToken) {
      for (const place of places) {
        const older = place.getItem(key);
        if (older === null || !isSameSession(older, refreshToken)) continue;
        if (generationOf(older) < generationOf(refreshToken)) place.setItem(key, refreshToken);
      }
    },
    forget(refreshToken) {
      for (const place of places) if (isSameSession(place.getItem(key), refreshToken)) place.removeItem(key);
    },
  };
}

/** Whether two refresh tokens are of one session: with REFRESH_ROTATION=on, all tokens of a session begin with the same random value. */
export const isSameSession = (one: string | null, other: string): boolean =>
  one?.split('.', 1)[0] === other.split('.', 1)[0];

const generationOf = (refreshToken: string): number => Number(refreshToken.split('.')[1] ?? 0);

/** Gone with the page, or with the process. */
export function memoryStorage(): TokenStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
