import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameInTitle } from '../page.ts';

const SIGNS = {
  done: 'm8 12.3 2.8 2.8L16 9.6',
  warning: 'M12 7.5v5.5m0 3.3v.2',
  lost: 'm15.5 8.5-2 5-5 2 2-5Z',
};

interface PanelProps {
  readonly title: string;
  readonly sign: keyof typeof SIGNS;
  readonly children: ComponentChildren;
}

/** Replaces a page that cannot be shown or has ended. Takes the focus. */
export function Panel({ title, sign, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    nameInTitle(title);
    heading.current?.focus();
  }, [title]);
  return (
    <section class="card stack panel arriving">
      <div class={`sign ${sign}`}>
        <svg class="icon" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
          <circle cx="12" cy="12" r="9" />
          <path d={SIGNS[sign]} />
        </svg>
      </div>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </section>
  );
}
