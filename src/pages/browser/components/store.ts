import { useEffect, useState } from 'preact/hooks';

export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** For components: the value, and another rendering whenever it changes. */
  use(): Value;
}

/** A value that belongs to no component, as the toasts, which anything can add to. */
export function createStore<Value extends object | number>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<(value: Value) => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener(next);
    },
    use() {
      const [shown, show] = useState<Value>(value);
      useEffect(() => {
        // It may have changed between the rendering and now.
        show(value);
        listeners.add(show);
        return () => void listeners.delete(show);
      }, []);
      return shown;
    },
  };
}
