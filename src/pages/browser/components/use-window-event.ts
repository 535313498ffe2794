import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Calls the latest listener while the component is mounted. A layout effect, so that no event comes between rendering,
 * which may read what the event changes, and listening.
 */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  listener: (event: WindowEventMap[Name]) => unknown,
): void {
  const latest = useRef(listener);
  latest.current = listener;
  useLayoutEffect(() => {
    const heard = (event: WindowEventMap[Name]) => latest.current(event);
    addEventListener(name, heard);
    return () => removeEventListener(name, heard);
  }, []);
}
