import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../pages/browser/components/button.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { common } from '../screens/texts.ts';
import { formatNumber } from './format.tsx';
import { Icon } from './icon.tsx';

const { lists: texts } = common;

/** As many as the service takes at once. */
const MOST = 100;

/** The rows that are selected, by their keys, of those that the list shows. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** What can be selected, in the order of the list. */
  readonly selectable: readonly string[];
  select(keys: Iterable<string>): void;
  /** One row or, as with Shift, all from the last one that was pressed to this. */
  toggle(key: string, isRange: boolean): void;
}

export function useSelection(selectable: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pressed = useRef<string>(undefined);
  const keys = new Set(selectable.filter((key) => chosen.has(key)));
  const select = (some: Iterable<string>) => setChosen(new Set([...some].slice(0, MOST)));
  return {
    keys,
    selectable,
    select,
    toggle(key, isRange) {
      const ends = [selectable.indexOf(pressed.current ?? key), selectable.indexOf(key)];
      const some = isRange && !ends.includes(-1) ? selectable.slice(Math.min(...ends), Math.max(...ends) + 1) : [key];
      pressed.current = key;
      if (keys.has(key)) select([...keys].filter((one) => !some.includes(one)));
      else select([...keys, ...some]);
    },
  };
}

interface SelectBoxProps {
  /** Undefined: it cannot be selected, and the label says why. */
  readonly row: string | undefined;
  readonly label: string;
  readonly selection: Selection;
}

/** The checkbox of a row. */
export const SelectBox = ({ row, label, selection: { keys, toggle } }: SelectBoxProps) => (
  <label class="select-box">
    <input
      type="checkbox"
      checked={row !== undefined && keys.has(row)}
      disabled={row === undefined}
      title={row === undefined ? label : undefined}
      aria-label={label}
      onClick={({ currentTarget, shiftKey }) => {
        if (row === undefined) return;
        toggle(row, shiftKey);
        // It stays as it was when there are too many already.
        if (currentTarget.checked) currentTarget.checked = keys.size < MOST;
      }}
    />
  </label>
);

/** In the heading of the column. */
export const SelectAll = ({ selection: { keys, selectable, select } }: { readonly selection: Selection }) => (
  <label class="select-box">
    <input
      type="checkbox"
      checked={keys.size > 0 && keys.size === Math.min(selectable.length, MOST)}
      disabled={selectable.length === 0}
      aria-label={texts.selectShown}
      onClick={({ currentTarget }) => select(currentTarget.checked ? selectable : [])}
    />
  </label>
);

interface BulkBarProps {
  readonly selection: Selection;
  /** Who or what is left out of what is done. */
  readonly note?: string | undefined;
  /** Buttons. */
  readonly children: ComponentChildren;
}

/** What can be done with the rows that are selected, in a bar at the foot of the screen. */
export function BulkBar({ selection: { keys, selectable, select }, note, children }: BulkBarProps) {
  if (keys.size === 0) return null;
  return (
    <section class="bulk" aria-label={texts.select}>
      <p role="status">
        {fill(texts.selected, { count: formatNumber(keys.size) })}
        {note !== undefined && <span class="soft small block">{note}</span>}
      </p>
      <Button isCompact label={texts.selectShown} run={() => select(selectable)} />
      {children}
      <button class="icon-button" type="button" aria-label={texts.clear} title={texts.clear} onClick={() => select([])}>
        <Icon name="close" />
      </button>
    </section>
  );
}
