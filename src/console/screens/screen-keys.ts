import { useRef } from 'preact/hooks';
import { useWindowEvent } from '../../pages/browser/components/use-window-event.ts';
import { undoNewest } from '../components/toasts.tsx';
import { CONSOLE_SCREENS, MAIN_SCREENS } from '../console-paths.ts';
import { loadPart } from './dialogs.ts';
import { move } from './router.ts';
import { screenAddress } from './screen-address.ts';
import { useKey } from './shortcuts.tsx';
import { frameData } from './texts.ts';

/** The time for the second key of a sequence. */
const SEQUENCE_MS = 1500;

/** Keys of all screens: `g` and a letter opens a screen, `z` undoes, Ctrl K or ⌘ K opens the palette. */
export function useScreenKeys(): void {
  const pressedMs = useRef(Number.NEGATIVE_INFINITY);
  useKey((key) => {
    const screen =
      performance.now() - pressedMs.current < SEQUENCE_MS
        ? MAIN_SCREENS.find((name) => CONSOLE_SCREENS[name].key === key)
        : undefined;
    pressedMs.current = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
    if (screen !== undefined && frameData.titles[screen] !== undefined) move(screenAddress(screen));
    return key === 'g' || screen !== undefined || (key === 'z' && undoNewest());
  });
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) void openPalette();
  });
}

/** The palette's shortcut on this platform. */
export const PALETTE_KEY = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

export const openPalette = async () => (await loadPart(() => import('./command-palette.tsx')))?.openPalette();
