import { storageOf } from '../storage.ts';
import { showDialog } from './dialog.ts';
import { element } from './element.ts';
import { common } from './words.ts';

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
  [['Esc'], common.keys.leave],
  [['?'], common.keys.help],
];

/** Calls the listener for a key that is pressed alone, outside of fields and dialogs. */
export function onKey(signal: AbortSignal, listener: (key: string, event: KeyboardEvent) => void): void {
  document.addEventListener(
    'keydown',
    (event) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]')) return;
      if (key.length === 1 && !areOn()) return;
      listener(key, event);
    },
    { signal },
  );
}

export function startShortcuts(search: HTMLInputElement, signal: AbortSignal): void {
  onKey(signal, (key, event) => {
    if (key === '/') search.focus();
    else if (key === '?') showShortcuts();
    else return;
    event.preventDefault();
  });
  search.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape' && search.value === '') search.blur();
    },
    { signal },
  );
}

export function showShortcuts(): void {
  const toggle = element('input', { type: 'checkbox', checked: areOn() });
  toggle.addEventListener('change', () => storage?.setItem(KEY, toggle.checked ? 'on' : 'off'));
  const dialog = showDialog({
    title: common.keyboard,
    content: [
      element(
        'dl',
        { className: 'shortcuts' },
        SHORTCUTS.map(([keys, about]) => [
          element(
            'dt',
            {},
            keys.map((key) => element('kbd', {}, key)),
          ),
          element('dd', {}, about),
        ]),
      ),
      element('label', { className: 'choice' }, toggle, ' ', element('span', {}, common.keysOn)),
      element(
        'div',
        { className: 'dialog-actions' },
        element(
          'button',
          { className: 'button plain', type: 'button', on: { click: () => dialog.close() } },
          common.close,
        ),
      ),
    ],
  });
}
