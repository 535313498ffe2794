export type SyncStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores the refresh token between pages. The access token is never stored. */
export interface TokenStore {
  remembered(): string | null;
  /** Whether the user chose to stay logged in on this device. */
  isKept(): boolean;
  remember(refreshToken: string, keep: boolean): void;
  /** Replaces an older token of the same session, wherever it is stored. */
  replaceOlder(refreshToken: string): void;
  /** Only the token of this session: a newer session may have replaced it while the tab slept. */
  forget(refreshToken: string): void;
}

/** Uses `storage`, or `device` if it is given and the user chose to stay logged in. */
export function createTokenStore(key: string, storage?: SyncStorage, device?: SyncStorage): TokenStore {
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

/** With REFRESH_ROTATION=on, all refresh tokens of a session begin with the same random value. */
export const isSameSession = (one: string | null, other: string): boolean =>
  one?.split('.', 1)[0] === other.split('.', 1)[0];

const generationOf = (refreshToken: string): number => Number(refreshToken.split('.')[1] ?? 0);

/** Lost with the page or the process. */
export function memoryStorage(): SyncStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
