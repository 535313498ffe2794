import { useRef, useState } from 'preact/hooks';
import { useWindowEvent } from '../../components/use-window-event.ts';
import { addressOf, carried } from '../../page.ts';
import { logOut, type User } from '../../session.ts';
import { Initials } from '../accounts.tsx';
import { showShortcuts } from '../shortcuts.tsx';
import { common, frameData } from '../texts.ts';
import { Icon } from './icon.tsx';
import { queryWith } from './use-list.ts';

/** Who is logged in, and what concerns them: their account, keys, the language, the way out. */
export function AccountMenu({ admin }: { readonly admin: User | undefined }) {
  const menu = useRef<HTMLDetailsElement>(null);
  // The languages are drawn anew whenever it opens: the filters in the address may have changed.
  const [, setOpen] = useState(false);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const focusSummary = () => menu.current?.querySelector('summary')?.focus();
  useWindowEvent('click', ({ target }) => {
    if (target instanceof Node && !menu.current?.contains(target)) close();
  });
  useWindowEvent('keydown', ({ key }) => {
    // A dialog takes the key for itself.
    if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
    if (menu.current?.open && menu.current.contains(document.activeElement)) focusSummary();
    close();
  });
  return (
    <details
      ref={menu}
      class="account-menu"
      id="account-menu"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Initials name={admin?.full_name ?? ''} />
        <span class="who">
          <span>{admin?.full_name}</span>
          <span class="soft">{admin?.email}</span>
        </span>
        <Icon name="updown" />
      </summary>
      <div class="menu">
        <a class="nav-item" href={addressOf('/account', carried)}>
          <Icon name="account" />
          {common.yourAccount}
        </a>
        <button
          class="nav-item"
          type="button"
          onClick={() => {
            // The menu closes, so the focus has to return to what opened it.
            close();
            focusSummary();
            void showShortcuts();
          }}
        >
          <Icon name="keyboard" />
          {common.shortcuts}
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused. */}
          <kbd aria-hidden="true">?</kbd>
        </button>
        {frameData.languages.length > 0 && <Languages />}
        <button class="nav-item" type="button" onClick={logOut}>
          <Icon name="logout" />
          {frameData.logOut}
        </button>
      </div>
    </details>
  );
}

/** The other languages show the same screen with the filters that are set now. */
const Languages = () => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as freely in the browsers that we support.
  <div class="menu-languages" role="group" aria-label={frameData.language}>
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
