import { Button } from '../../pages/browser/components/button.tsx';
import { openDialog } from '../../pages/browser/components/dialog.tsx';
import { useWindowEvent } from '../../pages/browser/components/use-window-event.ts';
import { storageOf } from '../../pages/browser/storage.ts';
import { common } from './texts.ts';

/** Users can turn off single-letter shortcuts, because speech input types letters by accident. */
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

/** Elements that use letters themselves. */
const FIELDS = 'input:not([type=checkbox]), select, textarea, dialog, [contenteditable]';

/** Listens to keys without modifiers outside of fields and dialogs. The listener returns true if it handled the key. */
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
      <dl class="facts">
        {SHORTCUTS.map(([keys, about]) => (
          <div key={about}>
            <dt>{keys.map((key) => [<kbd key={key}>{key}</kbd>, ' '])}</dt>
            <dd>{about}</dd>
          </div>
        ))}
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
