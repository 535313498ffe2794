import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { nameInTitle } from '../../pages/browser/page.ts';
import { move } from '../screens/router.ts';
import { screenAddress } from '../screens/screen-address.ts';
import { openPalette, useScreenKeys } from '../screens/screen-keys.ts';
import { showShortcuts, useKey } from '../screens/shortcuts.tsx';
import { common } from '../screens/texts.ts';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { focusFirstRow } from './row-keys.ts';
import type { Address } from './use-list.ts';

interface ScreenProps {
  readonly title: string;
  /** Replaces the heading, which is then further down. */
  readonly heading?: ComponentChildren;
  /** The search field of this screen; by default, it searches users. */
  readonly search?: { readonly label: string; readonly address: Address };
  /** Buttons next to the heading. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A screen: heading, search field and content. */
export function Screen({ title, heading, search, actions, children }: ScreenProps) {
  useScreenKeys();
  useLayoutEffect(() => nameInTitle(title), [title]);
  return (
    <>
      <header class="row screen-head">
        {heading ?? <Heading>{title}</Heading>}
        {search ? <ListSearch {...search} /> : <UserSearch />}
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** The pause in typing after which the list reloads. */
const TYPING_PAUSE_MS = 200;

/** Typing replaces the address instead of filling the history. */
function ListSearch({ label, address }: { readonly label: string; readonly address: Address }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const searchFor = (typed: string, afterMs = 0) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => address.set({ query: typed.trim() }, 'replaceState'), afterMs);
  };
  return (
    <SearchField
      label={label}
      query={address.values.query ?? ''}
      submit={searchFor}
      typed={(text) => searchFor(text, TYPING_PAUSE_MS)}
    />
  );
}

function UserSearch() {
  const find = (typed: string) => {
    const query = typed.trim();
    if (query !== '') move(screenAddress('users', { query }));
  };
  return <SearchField label={common.findUsers} query="" submit={find} isOfPeople />;
}

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly submit: (text: string) => void;
  readonly typed?: (text: string) => void;
  /** Set if the field does not search this screen: on phones, the palette in the top bar replaces it. */
  readonly isOfPeople?: boolean;
}

function SearchField({ label, query, submit, typed, isOfPeople = false }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The address lags behind the input.
    if (input.current && document.activeElement !== input.current) input.current.value = query;
  }, [query]);
  useKey((key) => {
    if (key === '/' && input.current?.offsetParent) input.current.focus();
    else if (key === '/') void openPalette();
    else if (key === '?') void showShortcuts();
    return key === '/' || key === '?';
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all browsers that we support know the element `search`.
    <form
      class={isOfPeople ? 'search of-people' : 'search'}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submit(input.current?.value ?? '');
      }}
    >
      <label class="unseen" for="search-field">
        {label}
      </label>
      <Icon name="search" />
      <input
        ref={input}
        class="input"
        id="search-field"
        type="search"
        placeholder={label}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        enterkeyhint="search"
        maxLength={200}
        onInput={({ currentTarget }) => typed?.(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape' && currentTarget.value === '') currentTarget.blur();
          if (key === 'ArrowDown') focusFirstRow();
        }}
      />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused. */}
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
