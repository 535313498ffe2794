import { useRef } from 'preact/hooks';
import type { ScreenName } from '../../console-paths.ts';
import { Button } from '../components/button.tsx';
import { openDialog } from '../components/dialog.tsx';
import { useWindowEvent } from '../components/use-window-event.ts';
import { storageOf } from '../storage.ts';
import { undoNewest } from './components/toasts.tsx';
import { loadPart } from './dialogs.ts';
import { screenAddress } from './screen-address.ts';
import { common, frameData } from './texts.ts';

/** Whether keys without a modifier do anything is up to the reader: speech input types letters by accident. */
const KEY = 'latchkey.console-shortcuts';
const storage = storageOf('localStorage');
const areOn = () => storage?.getItem(KEY) !== 'off';

const SHORTCUTS: readonly [keys: readonly string[], about: string][] = [
  [['/'], common.keys.search],
  [['j', '↓'], common.keys.next],
  [['k', '↑'], common.keys.previous],
  [['Home', 'End'], common.keys.ends],
  [['Enter'], common.keys.open],
  [['x'], common.listKeys.select],
  [['X', 'Shift + click'], common.listKeys.range],
  [['z'], common.listKeys.undo],
  [['g', '…'], common.listKeys.go],
  [['Ctrl K', '⌘ K'], common.listKeys.palette],
  [['Esc'], common.keys.leave],
  [['?'], common.keys.help],
];

/** Where letters are typed, or belong to something else. */
const FIELDS = 'input:not([type=checkbox]), select, textarea, dialog, [contenteditable]';

/** Behind `g`. */
const GO: Readonly<Record<string, ScreenName>> = {
  o: 'overview',
  u: 'users',
  s: 'sessions',
  a: 'audit',
  e: 'emails',
  k: 'keys',
  i: 'apiKeys',
  p: 'apps',
  t: 'settings',
};
/** How long the second letter is waited for. */
const SEQUENCE_MS = 1500;

/** The keys of every screen: `g` and a letter for another screen, `z` to undo, and Ctrl or Command with K. */
export function useScreenKeys(): void {
  const goneMs = useRef(Number.NEGATIVE_INFINITY);
  useKey((key) => {
    const screen = performance.now() - goneMs.current < SEQUENCE_MS ? GO[key] : undefined;
    goneMs.current = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
    if (screen !== undefined && frameData.titles[screen] !== undefined) location.assign(screenAddress(screen));
    return key === 'g' || screen !== undefined || (key === 'z' && undoNewest());
  });
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) void openPalette();
  });
}

export const openPalette = async () => (await loadPart(() => import('./command-palette.tsx')))?.openPalette();

/** Calls the listener for a key that is pressed alone, outside of fields and dialogs. True: the key is used up. */
export function useKey(listener: (key: string) => boolean): void {
  useWindowEvent('keydown', (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target instanceof Element && target.closest(FIELDS)) return;
    if (key.length === 1 && !areOn()) return;
    if (listener(key)) event.preventDefault();
  });
}

export const showShortcuts = () =>
  openDialog({ id: 'shortcuts', title: common.keyboard }, (close) => (
    <>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, about]) => [
          <dt key={about}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>,
          <dd key={`${about} text`}>{about}</dd>,
        ])}
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          defaultChecked={areOn()}
          onChange={({ currentTarget }) => storage?.setItem(KEY, currentTarget.checked ? 'on' : 'off')}
        />{' '}
        <span>{common.keysOn}</span>
      </label>
      <div class="submit">
        <Button label={common.close} run={close} />
      </div>
    </>
  ));
