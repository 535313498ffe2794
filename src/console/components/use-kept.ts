import { useState } from 'preact/hooks';
import { storageOf } from '../../pages/browser/storage.ts';

const storage = storageOf('localStorage');

/** A value in localStorage. `isKept` checks its form, because other versions may have stored something else. */
export function useKept<Kept>(name: string, isKept: (value: unknown) => value is Kept, fallback: Kept) {
  const [value, setValue] = useState<Kept>(() => {
    try {
      const read: unknown = JSON.parse(storage?.getItem(name) ?? 'null');
      return isKept(read) ? read : fallback;
    } catch {
      return fallback;
    }
  });
  const keep = (next: Kept) => {
    setValue(next);
    storage?.setItem(name, JSON.stringify(next));
  };
  return [value, keep] as const;
}
