import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { focusOnArrival } from './focus.ts';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'class' | 'type' | 'label' | 'onClick'> {
  readonly label: string;
  /** Before the label. */
  readonly icon?: ComponentChildren;
  /** `main` is what a dialog or a screen is for. */
  readonly mood?: 'main' | 'plain' | 'danger';
  readonly isCompact?: boolean;
  /** It cannot be pressed at present; it stays focusable, and something beside it says why. */
  readonly isPaused?: boolean;
  /** As soon as it is shown. */
  readonly takesFocus?: boolean;
  /** While this takes its time, the button keeps the focus, and another press does nothing. */
  readonly run: () => unknown;
}

export function Button(props: ButtonProps) {
  const { label, icon, mood = 'plain', isCompact, isPaused = false, takesFocus, run, ...attributes } = props;
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    if (isBusy || isPaused) return;
    setBusy(true);
    try {
      await run();
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      {...attributes}
      ref={takesFocus ? focusOnArrival : null}
      type="button"
      class={['button', mood !== 'main' && mood, isCompact && 'compact'].filter(Boolean).join(' ')}
      aria-disabled={isBusy || isPaused ? 'true' : undefined}
      onClick={press}
    >
      {icon}
      {label}
    </button>
  );
}
