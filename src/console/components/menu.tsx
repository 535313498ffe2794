import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useWindowEvent } from '../../pages/browser/components/use-window-event.ts';
import { Icon, type IconName } from './icon.tsx';

interface OpenedMenu {
  readonly menu: RefObject<HTMLDetailsElement | null>;
  /** Closes it, with the focus on what opened it. */
  readonly leave: () => void;
}

/** A `<details>` as a menu: it closes by a click elsewhere and by Escape, unless a dialog takes the key for itself. */
export function useMenu(): OpenedMenu {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const leave = () => {
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  useWindowEvent('click', ({ target }) => {
    // What was pressed may be gone by now, as an entry that was removed.
    if (target instanceof Node && target.isConnected && !menu.current?.contains(target)) close();
  });
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.current?.open || document.querySelector('dialog[open]')) return;
    if (menu.current.contains(document.activeElement)) leave();
    else close();
  });
  return { menu, leave };
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
  /** With a line between one group and the next. */
  readonly groups: readonly (readonly MenuAction[])[];
  /** Before the label. */
  readonly icon: ComponentChildren;
}

/** Less likely actions, behind a button. */
export function ActionMenu({ label, groups, icon }: ActionMenuProps) {
  const { menu, leave } = useMenu();
  return (
    <details ref={menu} class="action-menu">
      <summary class="button plain compact">
        {icon}
        <span>{label}</span>
      </summary>
      <div class="menu">
        {groups
          .filter(({ length }) => length > 0)
          .map((actions) => (
            <ul key={actions[0]?.id}>
              {actions.map(({ id, label: text, icon: name, mood, run }) => (
                <li key={id}>
                  <button
                    id={`do-${id}`}
                    class={`nav-item ${mood ?? ''}`}
                    type="button"
                    onClick={() => {
                      // The menu closes, so the focus has to return to what opened it.
                      leave();
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
