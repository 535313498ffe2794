// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens show tables as blocks, which loses the roles otherwise.
import type { ComponentChildren } from 'preact';
import { common } from '../screens/texts.ts';
import { StateCard } from './loaded.tsx';
import { type BodyProps, openRow } from './row-keys.ts';
import type { Address } from './use-list.ts';

export interface Column<Item> {
  readonly name: string;
  /** Visually hidden for columns of checkboxes and buttons. */
  readonly label: string;
  /**
   * `main`: the link or button that opens the row. `wide` and `number`: hidden if there is no room. `select` and
   * `tools`: checkbox at the start and buttons at the end.
   */
  readonly kind?: 'main' | 'number' | 'wide' | 'select' | 'tools';
  /** The value of `sort` in the address for ascending order; with `-` for descending. */
  readonly sort?: string;
  /** Replaces the label in the heading. */
  readonly heading?: ComponentChildren;
  readonly cell: (item: Item) => ComponentChildren;
}

export interface TableProps<Item> {
  /** Describes the table to screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  /** Undefined: an outline with the right columns, so that nothing moves when rows arrive. */
  readonly items: readonly Item[] | undefined;
  /** Identifies rows, and keeps a row and its focus when the list reloads. */
  readonly keyOf: (item: Item) => string;
  /** An address makes the main cell a link, a function makes it a button. */
  readonly open?: ((item: Item) => string | (() => unknown)) | undefined;
  /** The default order, which needs no parameter. */
  readonly order?: string | undefined;
  readonly address?: Address;
  readonly isBusy?: boolean;
  readonly body?: Partial<BodyProps>;
}

export const Table = <Item,>({ caption, columns, items, keyOf, open, isBusy, body, ...sorting }: TableProps<Item>) => (
  <div class="table-frame">
    <table role="table" aria-busy={isBusy}>
      <caption class="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Heading key={column.name} {...column} {...sorting} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" {...body}>
        {items === undefined
          ? SKELETON_ROWS.map((row) => (
              // A key that no item has, so that outline rows never become list rows.
              <tr key={`skeleton ${row}`} class="skeleton">
                {columns.map(({ name, kind }) => (
                  <td key={name} class={kind}>
                    <span class="bar" />
                  </td>
                ))}
              </tr>
            ))
          : items.map((item) => (
              <tr key={keyOf(item)} role="row" data-key={keyOf(item)}>
                {columns.map(({ name, label, kind, cell }) => (
                  <td key={name} role="cell" class={kind} data-column={name} data-label={label}>
                    {kind === 'main' && open ? <Opener target={open(item)}>{cell(item)}</Opener> : cell(item)}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  </div>
);

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

type HeadingProps = Omit<Column<never>, 'cell'> & Pick<TableProps<never>, 'order' | 'address'>;

function Heading({ name, label, kind, sort, heading, order = '', address }: HeadingProps) {
  const shown = address?.values.sort || order;
  const isSorted = sort !== undefined && shown.replace('-', '') === sort;
  // Reverses the current order.
  const nextSort = shown === sort ? `-${sort}` : sort;
  return (
    <th
      scope="col"
      role="columnheader"
      data-column={name}
      class={kind}
      aria-sort={isSorted ? (shown === sort ? 'ascending' : 'descending') : undefined}
    >
      {heading !== undefined ? (
        heading
      ) : nextSort === undefined ? (
        <span class={kind === 'tools' || kind === 'select' ? 'unseen' : undefined}>{label}</span>
      ) : (
        <button class="sort" type="button" onClick={() => address?.set({ sort: nextSort === order ? '' : nextSort })}>
          {label}
          <span class="sort-mark" aria-hidden="true" />
        </button>
      )}
    </th>
  );
}

interface OpenerProps {
  readonly target: string | (() => unknown);
  readonly children: ComponentChildren;
}

const Opener = ({ target, children }: OpenerProps) =>
  typeof target === 'string' ? (
    <a class="row-link" href={target}>
      {children}
    </a>
  ) : (
    <button class="row-link" type="button" onClick={() => void target()}>
      {children}
    </button>
  );

export interface ShortTableProps<Item> extends Pick<TableProps<Item>, 'caption' | 'columns' | 'keyOf'> {
  readonly items: readonly Item[];
  /** The text for an empty table. */
  readonly empty: string;
  readonly action?: { readonly label: string; readonly run: () => unknown };
}

const OPENS_ROWS = { onClick: openRow, onAuxClick: openRow };

/** A short table without paging, in the style of the lists. */
export const ShortTable = <Item,>({ empty, action, ...table }: ShortTableProps<Item>) =>
  table.items.length === 0 ? (
    <StateCard title={common.emptyTitle} text={empty} {...(action && { action })} />
  ) : (
    <div class="list labelled">
      <div class="card list-card">
        <Table {...table} body={OPENS_ROWS} />
      </div>
    </div>
  );

interface TwoLinesProps {
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
  readonly isCode?: boolean;
}

/** Two lines in a cell, the second smaller or as code. Truncated text is shown in full on hover and focus. */
export const TwoLines = ({ first, second, isCode = false }: TwoLinesProps) => (
  <span class="two-lines">
    <span {...inAnyScript(first)}>{first}</span>
    <span {...inAnyScript(second)} class={isCode ? 'mono' : undefined}>
      {second}
    </span>
  </span>
);

/** Names keep their script's direction. */
const inAnyScript = (content: ComponentChildren) =>
  typeof content === 'string' ? ({ dir: 'auto', title: content } as const) : {};

/** One line, truncated like those of `TwoLines`. */
export const Cut = ({ text }: { readonly text: string }) => (
  <span class="cut" dir="auto" title={text}>
    {text}
  </span>
);
