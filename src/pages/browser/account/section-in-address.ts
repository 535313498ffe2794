import { useState } from 'preact/hooks';
import { useWindowEvent } from '../components/use-window-event.ts';

/** Every section has an address, `/account#<name>`. */
export const SECTIONS = ['profile', 'security', 'data'] as const;

export type SectionName = (typeof SECTIONS)[number];

/** The address of the form for a new password. */
export const CHANGE_PASSWORD = '#change-password';

/** The fragment of the address, which links and the Back button change. */
export function useFragment(): string {
  const [fragment, setFragment] = useState(location.hash);
  useWindowEvent('hashchange', () => setFragment(location.hash));
  return fragment;
}

/** The section named by a fragment, or the first. */
export const sectionOf = (fragment: string): SectionName =>
  fragment === CHANGE_PASSWORD ? 'security' : (SECTIONS.find((name) => fragment === `#${name}`) ?? SECTIONS[0]);
