import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { nameInTitle } from '../page.ts';
import { useAccount } from './account-context.ts';
import { pageData, texts } from './page-data.ts';
import { CHANGE_PASSWORD, SECTIONS, type SectionName } from './section-in-address.ts';

const { account: words } = texts;

const Icon = ({ children }: { readonly children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

const PATHS: Readonly<Record<SectionName | 'console', VNode>> = {
  profile: (
    <>
      <circle cx="12" cy="8.5" r="3.75" />
      <path d="M4.75 20a7.25 7.25 0 0 1 14.5 0" />
    </>
  ),
  security: (
    <>
      <path d="M12 3.25 5 5.75v5.5c0 4.4 2.9 7.6 7 9.5 4.1-1.9 7-5.1 7-9.5v-5.5Z" />
      <path d="m9.25 12 2 2 3.5-3.75" />
    </>
  ),
  data: (
    <>
      <ellipse cx="12" cy="6" rx="7" ry="2.75" />
      <path d="M5 6v12c0 1.5 3.1 2.75 7 2.75s7-1.25 7-2.75V6" />
      <path d="M5 12c0 1.5 3.1 2.75 7 2.75s7-1.25 7-2.75" />
    </>
  ),
  console: (
    <>
      <rect x="3.25" y="4.75" width="17.5" height="14.5" rx="2.5" />
      <path d="M9 4.75v14.5" />
    </>
  ),
};

/** Uses links, so that every section has an address, the Back button works, and so does the keyboard. */
export const SectionLinks = ({ current, isAdmin }: { readonly current: SectionName; readonly isAdmin: boolean }) => (
  <nav class="sections" aria-label={words.sectionsLabel}>
    {SECTIONS.map((name) => (
      <a class="item" key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
        <Icon>{PATHS[name]}</Icon>
        <span>{words.sections[name]}</span>
      </a>
    ))}
    {isAdmin && pageData.links.console !== undefined && (
      <a class="item" href={pageData.links.console}>
        <Icon>{PATHS.console}</Icon>
        <span>{texts.account.console}</span>
      </a>
    )}
  </nav>
);

/** Renders all sections, so that typed text stays. The opened one gets the focus. */
export function Section({ name, children }: { readonly name: SectionName; readonly children: ComponentChildren }) {
  const isOpen = useAccount().section === name;
  const title = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef<boolean | undefined>(undefined);
  useLayoutEffect(() => {
    // Not on page load, and not if a form has the focus already.
    if (isOpen && wasOpen.current === false && location.hash !== CHANGE_PASSWORD) title.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div class="section" hidden={!isOpen}>
      <h2 tabIndex={-1} ref={title}>
        {words.sections[name]}
      </h2>
      {children}
    </div>
  );
}

/** Names the section in the page title, for the browser's history. */
export function useSectionTitle(section: SectionName, isShown: boolean): void {
  useEffect(() => {
    if (isShown) nameInTitle(words.sections[section]);
  }, [section, isShown]);
}
