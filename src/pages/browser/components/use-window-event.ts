import { useEffect, useRef } from 'preact/hooks';

/** Calls the newest listener for as long as the component is there. */
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
