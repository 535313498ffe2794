import { useEffect, useRef, useState } from 'preact/hooks';
import { useWindowEvent } from '../../pages/browser/components/use-window-event.ts';
import type { User } from '../../pages/browser/session.ts';
import { useTheme } from '../../pages/browser/theme.ts';
import { DEFAULT_LOGO } from '../../pages/default-logo.ts';
import { CONSOLE_SCREENS, MAIN_SCREENS, type ScreenName } from '../console-paths.ts';
import { useRoute } from '../screens/router.ts';
import { screenAddress } from '../screens/screen-address.ts';
import { openPalette, PALETTE_KEY } from '../screens/screen-keys.ts';
import { common, frameData } from '../screens/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Icon } from './icon.tsx';

const screensOf = (group: string) => MAIN_SCREENS.filter((name) => CONSOLE_SCREENS[name].group === group);
const GROUPS: readonly { readonly label?: string; readonly screens: typeof MAIN_SCREENS }[] = [
  { screens: screensOf('main') },
  { label: common.groups.system, screens: screensOf('system') },
];

/** Brand, navigation and account menu. On small screens, a bar with a menu. */
export function Sidebar({ admin }: { readonly admin: User | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const { screen, visit } = useRoute();
  useEffect(() => setOpen(false), [visit]);
  const toggle = useRef<HTMLButtonElement>(null);
  useWindowEvent('keydown', ({ key }) => {
    if (!isOpen || key !== 'Escape' || document.querySelector('dialog[open], #account-menu[open] :focus')) return;
    setOpen(false);
    toggle.current?.focus();
  });
  return (
    <header class={isOpen ? 'sidebar nav-open' : 'sidebar'}>
      <div class="sidebar-head">
        <a class="brand" href={screenAddress('overview')}>
          <Logo />
          <span>{frameData.brand.name}</span>
          <span class="badge">{common.console}</span>
        </a>
        <button
          class="icon-button palette-open"
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
        >
          <Icon name="search" />
          <span>{common.palette.open}</span>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused. */}
          <kbd aria-hidden="true">{PALETTE_KEY}</kbd>
        </button>
        <button
          ref={toggle}
          class="icon-button nav-toggle"
          type="button"
          aria-expanded={isOpen}
          aria-controls="sidebar-body"
          aria-label={common.menu}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
          <Icon name="close" />
        </button>
      </div>
      <div class="sidebar-body" id="sidebar-body">
        <nav aria-label={common.navigation}>
          {GROUPS.map(({ label, screens }) => [
            label !== undefined && (
              <p class="nav-label" id="nav-group">
                {label}
              </p>
            ),
            <ul key={screens[0]} aria-labelledby={label === undefined ? undefined : 'nav-group'}>
              {screens.filter(isThere).map((name) => (
                <li key={name}>
                  <a class="item" href={screenAddress(name)} aria-current={currentState(name, screen)}>
                    <Icon name={name} />
                    <span>{frameData.titles[name]}</span>
                  </a>
                </li>
              ))}
            </ul>,
          ])}
        </nav>
        <AccountMenu admin={admin} />
      </div>
    </header>
  );
}

/** Some screens depend on settings. */
const isThere = (name: ScreenName): boolean => frameData.titles[name] !== undefined;

/** The page of a user belongs to the list of users in the navigation. */
function currentState(name: ScreenName, shown: ScreenName | undefined): 'page' | 'true' | undefined {
  if (name === shown) return 'page';
  return name === 'users' && shown === 'user' ? 'true' : undefined;
}

/** The same as pages/logo.ts. */
function Logo() {
  const { logo, logoDark } = frameData.brand;
  const theme = useTheme();
  if (logo === undefined) {
    return (
      <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect class="mark-ground" width="32" height="32" rx="9" />
        <path class="mark-sign" d={DEFAULT_LOGO} />
      </svg>
    );
  }
  return (
    <picture>
      {logoDark !== undefined && theme === 'system' && (
        <source media="(prefers-color-scheme: dark)" srcset={logoDark} />
      )}
      <img class="logo" src={theme === 'dark' ? (logoDark ?? logo) : logo} alt="" height="32" />
    </picture>
  );
}
