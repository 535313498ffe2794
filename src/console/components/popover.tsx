import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useMenu } from './menu.tsx';

interface PopoverProps {
  readonly label: string;
  /** True if a filter inside is set. */
  readonly isSet?: boolean;
  readonly children: ComponentChildren;
}

/** A button with a panel that Escape or a click elsewhere closes. */
export function Popover({ label, isSet = false, children }: PopoverProps) {
  const { menu } = useMenu();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <details ref={menu} class="popover" onToggle={() => keepInSight(panel.current)}>
      <summary class={isSet ? 'chip is-set' : 'chip'}>
        <span>{label}</span>
        <Icon name="down" />
      </summary>
      <div ref={panel} class="popover-panel floating grid">
        {children}
      </div>
    </details>
  );
}

const MARGIN_PIXELS = 16;

/** Keeps the panel inside the window, because its button may be near the edge. */
function keepInSight(panel: HTMLElement | null): void {
  if (!panel) return;
  panel.style.transform = '';
  const { left, right } = panel.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  // On a phone, the panel is as wide as the window.
  if (right - left >= clientWidth) return;
  const moved = Math.min(0, clientWidth - MARGIN_PIXELS - right) || Math.max(0, MARGIN_PIXELS - left);
  panel.style.transform = moved === 0 ? '' : `translateX(${moved}px)`;
}

interface ChecksProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly isChosen: (value: string) => boolean;
  readonly isLocked?: (value: string) => boolean;
  readonly choose: (value: string, isChosen: boolean) => void;
}

/** Checkboxes inside a popover. */
export const Checks = ({ choices, isChosen, isLocked, choose }: ChecksProps) => (
  <ul class="checks grid">
    {choices.map(({ value, label }) => (
      <li key={value}>
        <label class="choice">
          <input
            type="checkbox"
            checked={isChosen(value)}
            disabled={isLocked?.(value) ?? false}
            onChange={({ currentTarget }) => choose(value, currentTarget.checked)}
          />{' '}
          <span>{label}</span>
        </label>
      </li>
    ))}
  </ul>
);
