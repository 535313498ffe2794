import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { useMenu } from './menu.tsx';

interface PopoverProps {
  readonly label: string;
  /** In place of the label where there is little room. */
  readonly icon?: IconName;
  /** Whether what is inside narrows the list down. */
  readonly isSet?: boolean;
  readonly children: ComponentChildren;
}

/** A button with a panel below it, which Escape and a press elsewhere close. */
export function Popover({ label, icon, isSet = false, children }: PopoverProps) {
  const { menu } = useMenu();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <details ref={menu} class="popover" onToggle={() => keepInSight(panel.current)}>
      <summary class={isSet ? 'chip is-set' : 'chip'} title={icon && label}>
        {icon && <Icon name={icon} />}
        <span>{label}</span>
        <Icon name="down" />
      </summary>
      <div ref={panel} class="popover-panel">
        {children}
      </div>
    </details>
  );
}

const MARGIN_PIXELS = 16;

/** Its button may be near the edge of the window. */
function keepInSight(panel: HTMLElement | null): void {
  if (!panel) return;
  panel.style.transform = '';
  const { left, right } = panel.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  // On a phone it is as wide as the window.
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

/** Several of many, inside of a popover. */
export const Checks = ({ choices, isChosen, isLocked, choose }: ChecksProps) => (
  <ul class="checks">
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
