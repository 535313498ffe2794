import { useState } from 'preact/hooks';
import { addressOf, carried } from '../../pages/browser/page.ts';
import { logOut, type User } from '../../pages/browser/session.ts';
import { chooseTheme, THEMES, useTheme } from '../../pages/browser/theme.ts';
import { Initials } from '../screens/accounts.tsx';
import { showShortcuts } from '../screens/shortcuts.tsx';
import { common, frameData } from '../screens/texts.ts';
import { Icon } from './icon.tsx';
import { useMenu } from './menu.tsx';
import { queryWith } from './use-list.ts';

/** The menu of the logged-in administrator: account, keyboard shortcuts, language, logout. */
export function AccountMenu({ admin }: { readonly admin: User | undefined }) {
  const { menu, closeAndFocus } = useMenu();
  // Renders the languages whenever it opens, because the filters in the address may have changed.
  const [, setOpen] = useState(false);
  return (
    <details
      ref={menu}
      class="account-menu"
      id="account-menu"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary class="item">
        <Initials name={admin?.full_name ?? ''} />
        <span class="two-lines who grow">
          <span>{admin?.full_name}</span>
          <span>{admin?.email}</span>
        </span>
        <Icon name="updown" />
      </summary>
      <div class="menu floating">
        <a class="item" href={addressOf('/account', carried)}>
          <Icon name="account" />
          {common.yourAccount}
        </a>
        <button
          class="item"
          type="button"
          onClick={() => {
            // Returns the focus to the button that opened the menu.
            closeAndFocus();
            void showShortcuts();
          }}
        >
          <Icon name="keyboard" />
          {common.shortcuts}
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused. */}
          <kbd aria-hidden="true">?</kbd>
        </button>
        <ThemeSwitch />
        {frameData.languages.length > 0 && <Languages />}
        <button class="item" type="button" onClick={logOut}>
          <Icon name="logout" />
          {frameData.logOut}
        </button>
      </div>
    </details>
  );
}

const ThemeSwitch = () => {
  const current = useTheme();
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers cannot lay out a fieldset freely.
    <div class="segments" role="group" aria-label={common.theme}>
      {THEMES.map((theme) => (
        <button key={theme} type="button" aria-pressed={theme === current} onClick={() => chooseTheme(theme)}>
          {common.themes[theme]}
        </button>
      ))}
    </div>
  );
};

/** Links to the same screen and filters in other languages. */
const Languages = () => (
  // biome-ignore lint/a11y/useSemanticElements: older browsers cannot lay out a fieldset freely.
  <div class="row small" role="group" aria-label={frameData.language}>
    {frameData.languages.map(({ tag, name }) =>
      tag === document.documentElement.lang ? (
        <span key={tag} lang={tag} aria-current="true">
          {name}
        </span>
      ) : (
        <a key={tag} href={queryWith({ lang: tag })} lang={tag} hreflang={tag} rel="nofollow">
          {name}
        </a>
      ),
    )}
  </div>
);
