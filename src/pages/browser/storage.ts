type Place = 'sessionStorage' | 'localStorage';

/** The browser's storage; undefined if it is blocked, in which case reading the property or writing throws. */
export function storageOf(name: Place): Storage | undefined {
  try {
    const storage = window[name];
    storage.setItem('latchkey.probe', '');
    storage.removeItem('latchkey.probe');
    return storage;
  } catch {
    return undefined;
  }
}

interface Expiring {
  readonly untilMs: number;
}

/** One stored object that is gone at its time. Others may have written the storage: nonsense counts as nothing. */
export const expiring = <T extends Expiring>(key: string, place: Place = 'sessionStorage') => ({
  read(): T | undefined {
    try {
      const stored = JSON.parse(storageOf(place)?.getItem(key) ?? 'null') as T | null;
      if (stored && stored.untilMs > Date.now()) return stored;
    } catch {
      // Removed below.
    }
    this.forget();
    return undefined;
  },
  write: (value: T): void => storageOf(place)?.setItem(key, JSON.stringify(value)),
  forget: (): void => storageOf(place)?.removeItem(key),
});
