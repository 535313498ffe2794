import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useWindowEvent } from '../../pages/browser/components/use-window-event.ts';
import { Icon, type IconName } from './icon.tsx';

interface OpenedMenu {
  readonly menu: RefObject<HTMLDetailsElement | null>;
  /** Closes the menu and focuses the button that opened it. */
  readonly closeAndFocus: () => void;
}

/** A `<details>` as a menu: a click elsewhere or Escape closes it, unless a dialog handles the key. */
export function useMenu(): OpenedMenu {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const closeAndFocus = () => {
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  useWindowEvent('click', ({ target }) => {
    // The clicked element may have been removed.
    if (target instanceof Node && target.isConnected && !menu.current?.contains(target)) close();
  });
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.current?.open || document.querySelector('dialog[open]')) return;
    if (menu.current.contains(document.activeElement)) closeAndFocus();
    else close();
  });
  return { menu, closeAndFocus };
}

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly mood?: 'danger';
  readonly run: () => unknown;
}

interface ActionMenuProps {
  readonly label: string;
  /** Groups are separated by lines. */
  readonly groups: readonly (readonly MenuAction[])[];
  /** Shown before the label. */
  readonly icon: ComponentChildren;
}

/** Less common actions in a menu. */
export function ActionMenu({ label, groups, icon }: ActionMenuProps) {
  const { menu, closeAndFocus } = useMenu();
  return (
    <details ref={menu} class="action-menu">
      <summary class="button plain compact">
        {icon}
        <span>{label}</span>
      </summary>
      <div class="menu floating">
        {groups
          .filter(({ length }) => length > 0)
          .map((actions) => (
            <ul key={actions[0]?.id}>
              {actions.map(({ id, label: text, icon: name, mood, run }) => (
                <li key={id}>
                  <button
                    id={`do-${id}`}
                    class={`item ${mood ?? ''}`}
                    type="button"
                    onClick={() => {
                      // Returns the focus to the button that opened the menu.
                      closeAndFocus();
                      void run();
                    }}
                  >
                    {name && <Icon name={name} />}
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          ))}
      </div>
    </details>
  );
}
