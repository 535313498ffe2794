import { useEffect } from 'preact/hooks';
import type { MenuAction } from '../components/menu.tsx';

interface OfferedActions {
  /** What they are about, such as a user. */
  readonly subject: string;
  readonly actions: readonly MenuAction[];
}

const offered = new Map<string, OfferedActions>();

/** What can be done on the shown screen, which the palette offers first. */
export const offeredActions = () => [...offered.values()];

/** Offers actions while the component is mounted. `part`: the part of the screen. */
export function useOffered(part: string, subject: string, actions: readonly MenuAction[]): void {
  useEffect(() => void offered.set(part, { subject, actions }));
  useEffect(() => () => void offered.delete(part), []);
}
