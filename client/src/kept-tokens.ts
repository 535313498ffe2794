import { createTokenStore, memoryStorage, type SyncStorage, type TokenStore } from './token-store.ts';

/** `localStorage`, `sessionStorage`, or your own, whose methods may be asynchronous. */
export interface TokenStorage {
  getItem(key: string): Stored | PromiseLike<Stored>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

type Stored = string | null | undefined;

export interface KeptTokens {
  readonly tokens: TokenStore;
  /** Does the work with what is stored, and resolves once what it has changed is stored. */
  stored<Result>(work: () => Result | Promise<Result>): Promise<Result>;
}

interface Mirror extends SyncStorage {
  read(): Promise<void>;
  written(): Promise<unknown>;
}

/** The token store of a client. Only asynchronous storages have to be waited for. */
export function keepTokens(key: string, storage: TokenStorage, device?: TokenStorage): KeptTokens {
  const mirrors: Mirror[] = [];
  const open = (place: TokenStorage): SyncStorage => {
    const first = place.getItem(key);
    // Of a query builder, it is no Promise but has `then`.
    if (typeof first !== 'object' || first === null) return place as SyncStorage;
    const mirror = mirrorOf(place, key, first);
    mirrors.push(mirror);
    return mirror;
  };
  return {
    tokens: createTokenStore(key, open(storage), device && open(device)),
    async stored(work) {
      for (const { read } of mirrors) await read();
      try {
        return await work();
      } finally {
        for (const { written } of mirrors) await written();
      }
    },
  };
}

/** The session cannot wait for a storage, so it uses this copy of the token. Changes are written in their order. */
function mirrorOf(place: TokenStorage, key: string, first: PromiseLike<Stored>): Mirror {
  const copy = memoryStorage();
  let reading: Promise<void> | undefined = read(first);
  let writing: Promise<unknown> | undefined;

  function read(stored: Stored | PromiseLike<Stored>): Promise<void> {
    const done = Promise.resolve(stored).then((value) => {
      if (typeof value === 'string' && copy.getItem(key) === null) copy.setItem(key, value);
    });
    done.catch(() => {
      reading = undefined;
    });
    return done;
  }

  function write(change: (storage: TokenStorage) => unknown): void {
    change(copy);
    const next = () => change(place);
    writing = (writing ?? Promise.resolve()).then(next, next);
    // Reported by `written`.
    writing.catch(() => {});
  }

  return {
    getItem: copy.getItem,
    setItem: (_, value) => write((storage) => storage.setItem(key, value)),
    removeItem: () => write((storage) => storage.removeItem(key)),
    read: () => (reading ??= read(place.getItem(key))),
    async written() {
      const last = writing;
      try {
        await last;
      } finally {
        if (writing === last) writing = undefined;
      }
    },
  };
}
