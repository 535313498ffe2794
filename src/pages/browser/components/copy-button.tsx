import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 2500;

interface Props {
  readonly text: string;
  /** The displayed text. */
  readonly children: ComponentChildren;
  /** The accessible name of the button. */
  readonly label: string;
  /** The message after copying. */
  readonly copied: string;
}

/** A text with a button that copies it. If copying is not allowed, selects the text. */
export function Copyable({ text, children, label, copied }: Props) {
  const shown = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await copyText(text, () => shown.current && getSelection()?.selectAllChildren(shown.current));
    setCopied(true);
  };
  return (
    <span class="copyable">
      <span ref={shown}>{children}</span>
      <button
        class={isCopied ? 'icon-button copied' : 'icon-button'}
        type="button"
        aria-label={label}
        title={label}
        onClick={copy}
      >
        <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
          {isCopied ? (
            <path d="m5 12.5 4.5 4.5L19 7.5" />
          ) : (
            <>
              <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
              <path d="M15.5 5.5v-.25a1.75 1.75 0 0 0-1.75-1.75h-8A1.75 1.75 0 0 0 4 5.25v8A1.75 1.75 0 0 0 5.75 15H6" />
            </>
          )}
        </svg>
      </button>
      <span class="unseen" role="status">
        {isCopied && copied}
      </span>
    </span>
  );
}
