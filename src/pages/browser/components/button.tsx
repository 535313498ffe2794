import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { focusOnArrival } from './focus.ts';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'class' | 'type' | 'label' | 'onClick'> {
  readonly label: string;
  /** Shown before the label. */
  readonly icon?: ComponentChildren;
  /** `main` is the main action of a dialog or screen. */
  readonly mood?: 'main' | 'plain' | 'danger';
  readonly isCompact?: boolean;
  /** The button is inactive but focusable; text beside it says why. */
  readonly isPaused?: boolean;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /** While this runs, the button keeps the focus and ignores presses. */
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
