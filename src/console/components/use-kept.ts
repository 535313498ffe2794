import { useState } from 'preact/hooks';
import { storageOf } from '../../pages/browser/storage.ts';

const storage = storageOf('localStorage');

/**
 * A value stored in this browser for a list. Stored data may be of any form, because older versions or other code may
 * have written it.
 */
export function useKept<Kept>(name: string, isKept: (value: unknown) => value is Kept, otherwise: Kept) {
  const [value, setValue] = useState<Kept>(() => {
    try {
      const read: unknown = JSON.parse(storage?.getItem(name) ?? 'null');
      return isKept(read) ? read : otherwise;
    } catch {
      return otherwise;
    }
  });
  const keep = (next: Kept) => {
    setValue(next);
    storage?.setItem(name, JSON.stringify(next));
  };
  return [value, keep] as const;
}
