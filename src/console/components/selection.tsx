import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../pages/browser/components/button.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { keepValue, keptValue } from '../screens/router.ts';
import { common } from '../screens/texts.ts';
import { formatNumber } from './format.tsx';
import { Icon } from './icon.tsx';
import type { Column } from './table.tsx';

const { lists: texts } = common;

/** The selected rows, by key, among those shown. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** The selectable rows, in list order. */
  readonly selectable: readonly string[];
  select(keys: Iterable<string>): void;
  /** Toggles one row or, as with Shift, all rows since the last toggled one. */
  toggle(key: string, isRange: boolean): void;
}

export function useSelection(selectable: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => keptValue('selection') ?? new Set());
  useEffect(() => keepValue('selection', chosen), [chosen]);
  const pressed = useRef<string>(undefined);
  const keys = new Set(selectable.filter((key) => chosen.has(key)));
  const select = (some: Iterable<string>) => setChosen(new Set(some));
  return {
    keys,
    selectable,
    select,
    toggle(key, isRange) {
      const ends = [selectable.indexOf(pressed.current ?? key), selectable.indexOf(key)];
      const some = isRange && !ends.includes(-1) ? selectable.slice(Math.min(...ends), Math.max(...ends) + 1) : [key];
      pressed.current = key;
      if (keys.has(key)) select([...keys].filter((key) => !some.includes(key)));
      else select([...keys, ...some]);
    },
  };
}

/** The column of checkboxes. The label of a row that cannot be selected says why. */
export const selectColumn = <Item,>(
  selection: Selection,
  keyOf: (item: Item) => string,
  labelOf: (item: Item) => string,
): Column<Item> => ({
  name: 'select',
  label: texts.select,
  kind: 'select',
  heading: <SelectAll selection={selection} />,
  cell: (item) => <SelectBox row={keyOf(item)} label={labelOf(item)} selection={selection} />,
});

interface SelectBoxProps {
  readonly row: string;
  readonly label: string;
  readonly selection: Selection;
}

function SelectBox({ row, label, selection: { keys, selectable, toggle } }: SelectBoxProps) {
  const isDisabled = !selectable.includes(row);
  return (
    <label class="select-box">
      <input
        type="checkbox"
        checked={keys.has(row)}
        disabled={isDisabled}
        title={isDisabled ? label : undefined}
        aria-label={label}
        onClick={({ shiftKey }) => toggle(row, shiftKey)}
      />
    </label>
  );
}

const selectShown = ({ length }: readonly string[]): string => fill(texts.selectShown, { count: formatNumber(length) });

/** The checkbox in the column heading. */
const SelectAll = ({ selection: { keys, selectable, select } }: { readonly selection: Selection }) => (
  <label class="select-box">
    <input
      type="checkbox"
      checked={keys.size > 0 && keys.size === selectable.length}
      indeterminate={keys.size > 0 && keys.size < selectable.length}
      disabled={selectable.length === 0}
      aria-label={selectShown(selectable)}
      onClick={({ currentTarget }) => select(currentTarget.checked ? selectable : [])}
    />
  </label>
);

interface BulkBarProps {
  readonly selection: Selection;
  /** Explains which rows the actions skip. */
  readonly note?: string | undefined;
  readonly children: ComponentChildren;
}

/** Actions on the selected rows, in a bar at the bottom of the screen. */
export function BulkBar({ selection: { keys, selectable, select }, note, children }: BulkBarProps) {
  if (keys.size === 0) return null;
  return (
    <section class="bulk floating row" aria-label={texts.select}>
      <p role="status">
        {fill(texts.selected, { count: formatNumber(keys.size) })}
        {note !== undefined && <span class="soft small"> {note}</span>}
      </p>
      {keys.size < selectable.length && (
        <Button isCompact label={selectShown(selectable)} run={() => select(selectable)} />
      )}
      {children}
      <button class="icon-button" type="button" aria-label={texts.clear} title={texts.clear} onClick={() => select([])}>
        <Icon name="close" />
      </button>
    </section>
  );
}
