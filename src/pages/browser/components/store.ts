import { useLayoutEffect, useState } from 'preact/hooks';

interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns the value to a component, which renders again when it changes. */
  use(): Value;
}

/** A value outside of components, such as the toasts, which any code can add to. */
export function createStore<Value>(initial: Value): Store<Value> {
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
      useLayoutEffect(() => {
        // The value may have changed since rendering, in the layout effect of another component.
        show(value);
        listeners.add(show);
        return () => void listeners.delete(show);
      }, []);
      return shown;
    },
  };
}
