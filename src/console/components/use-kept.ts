import { useState } from 'preact/hooks';
import { storageOf } from '../../pages/browser/storage.ts';

const storage = storageOf('localStorage');

/** Something that this browser keeps for a list. What an older version or somebody else has written may be anything. */
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
