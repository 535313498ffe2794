import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

let isAwaited = false;

/** The next heading takes the focus, so that screen readers read it and Tab continues below it. */
export const awaitHeading = (): void => {
  isAwaited = true;
};

/** The heading of a screen. */
export function Heading({ children }: { readonly children: ComponentChildren }) {
  const root = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const heading = root.current;
    if (isAwaited) heading?.focus({ preventScroll: true });
    isAwaited = false;
    return () => {
      // The heading of the loaded screen replaces it.
      if (document.activeElement === heading) isAwaited = true;
    };
  }, []);
  return (
    <h1 ref={root} tabIndex={-1}>
      {children}
    </h1>
  );
}
