import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../pages/browser/components/button.tsx';
import { explain } from '../../pages/browser/refusals.ts';
import { fill } from '../../pages/texts/fill.ts';
import { PALETTE_KEY } from '../screens/screen-keys.ts';
import { common } from '../screens/texts.ts';
import { formatNumber } from './format.tsx';
import { FailureNotice, failure, noMatch, State } from './loaded.tsx';
import { focusRow, rowKeyOf, useRowKeys } from './row-keys.ts';
import { Table, type TableProps } from './table.tsx';
import { keepPlace, type List, useScrollBack } from './use-list.ts';

interface ListProps<Item> extends Pick<TableProps<Item>, 'caption' | 'columns' | 'keyOf' | 'open' | 'order'> {
  readonly id: string;
  readonly list: List<Item>;
  /** Shown above the table, see filters.tsx. Presets come first, on a separate line on phones. */
  readonly presets?: ComponentChildren;
  readonly filters?: ComponentChildren;
  /** Floats over the table at any scroll position. */
  readonly floating?: ComponentChildren;
  /** Shown if the list is empty without filters. */
  readonly empty: { readonly title?: string; readonly text: string };
}

/** A list with filters in the address bar: its table or the replacement for it. */
export function ListView<Item>({ id, list, presets, filters, floating, empty, ...table }: ListProps<Item>) {
  const { items, next, isBusy, refused, address, readMore, reload } = list;
  const body = useRef<HTMLTableSectionElement>(null);
  const focusNext = useRef<number>(undefined);
  const bodyProps = useRowKeys(body, () => void readMore());
  useScrollBack(items !== undefined, body);
  useLayoutEffect(() => {
    if (focusNext.current !== undefined && items && items.length > focusNext.current) {
      focusRow(body, focusNext.current);
      focusNext.current = undefined;
    }
  }, [items]);
  const showMore = () => {
    // The button may be gone, so the focus moves to the new rows.
    focusNext.current = items?.length;
    return readMore();
  };
  const hasRows = items === undefined ? refused === undefined : items.length > 0;
  const nothing = address.isNarrowed ? noMatch(address.clear) : { title: common.emptyTitle, ...empty };
  return (
    <div class="list paged" id={`${id}-list`}>
      {filters && (
        <div class="row filters">
          {presets}
          <div class="filter-line">{filters}</div>
        </div>
      )}
      <div class="card list-card" onClickCapture={({ target }) => items && keepPlace(items.length, rowKeyOf(target))}>
        {floating}
        {refused && items && <FailureNotice reason={fill(common.stale, { reason: explain(refused) })} retry={reload} />}
        {hasRows && <Table {...table} address={address} items={items} isBusy={isBusy} body={bodyProps} />}
        {refused && !items && <State {...failure(refused, reload)} />}
        {items?.length === 0 && <State {...nothing} />}
        {hasRows && (
          <div class="row apart list-foot">
            <p class="soft small" role="status">
              {items && fill(next === null ? common.shownAll : common.shown, { count: formatNumber(items.length) })}
            </p>
            <p class="key-hints soft small" aria-hidden="true">
              <kbd>j</kbd>
              <kbd>k</kbd> {common.keyMove} <kbd>Enter</kbd> {common.keyOpen} <kbd>{PALETTE_KEY}</kbd>{' '}
              {common.keyPalette} <kbd>?</kbd> {common.keyAll}
            </p>
            {next !== null && <Button isCompact label={common.more} run={showMore} />}
          </div>
        )}
      </div>
    </div>
  );
}
