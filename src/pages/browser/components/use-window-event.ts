import { useEffect, useRef } from 'preact/hooks';

/** Calls the latest listener while the component is mounted. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  listener: (event: WindowEventMap[Name]) => unknown,
): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const heard = (event: WindowEventMap[Name]) => latest.current(event);
    addEventListener(name, heard);
    return () => removeEventListener(name, heard);
  }, []);
}
