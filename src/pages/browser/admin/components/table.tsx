// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens show tables as blocks, which loses the roles otherwise.
import type { ComponentChildren } from 'preact';
import type { Address } from './address.ts';
import type { BodyProps } from './row-keys.ts';

export interface Column<Item> {
  readonly name: string;
  /** Not shown, but read out, for columns of checkboxes and buttons. */
  readonly label: string;
  /**
   * `main`: the link or button that opens the row. `wide`: left out where there is no room. `select` and `tools`: a
   * checkbox before it and buttons at the end.
   */
  readonly kind?: 'main' | 'number' | 'wide' | 'select' | 'tools';
  /** The value of `sort` in the address for the lowest first; with `-` before it for the highest. */
  readonly sort?: string;
  readonly cell: (item: Item) => ComponentChildren;
}

/** The order of a list: as in the address, or that of the beginning, which needs no parameter. */
export interface Order {
  readonly address: Address;
  readonly initial: string;
}

export interface TableProps<Item> {
  /** What the table shows, for those who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  /** Undefined: an outline with the right columns, so that nothing moves when rows come. */
  readonly items: readonly Item[] | undefined;
  /** Tells rows apart, and keeps a row, with the focus in it, when the list is read anew. */
  readonly keyOf: (item: Item) => string;
  /** An address makes the main cell a link, a function makes it a button. */
  readonly open?: ((item: Item) => string | (() => void)) | undefined;
  readonly order?: Order | undefined;
  readonly isBusy?: boolean;
  readonly body?: BodyProps;
}

export const Table = <Item,>({ caption, columns, items, keyOf, open, order, isBusy, body }: TableProps<Item>) => (
  <div class="table-frame">
    <table role="table" aria-busy={isBusy}>
      <caption class="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Heading key={column.name} {...column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" {...body}>
        {items === undefined
          ? SKELETON_ROWS.map((row) => <SkeletonRow key={row} columns={columns} />)
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

type HeadingProps = Pick<Column<never>, 'name' | 'label' | 'kind' | 'sort'> & { readonly order: Order | undefined };

function Heading({ name, label, kind, sort, order }: HeadingProps) {
  const shown = order?.address.values.sort || order?.initial;
  if (sort === undefined || !order) {
    return (
      <th scope="col" role="columnheader" data-column={name} class={kind}>
        <span class={kind === 'tools' || kind === 'select' ? 'unseen' : undefined}>{label}</span>
      </th>
    );
  }
  // The other way round, when the list has this order already.
  const wanted = shown === sort ? `-${sort}` : sort;
  return (
    <th
      scope="col"
      role="columnheader"
      data-column={name}
      class={kind}
      aria-sort={shown === sort ? 'ascending' : shown === `-${sort}` ? 'descending' : undefined}
    >
      <button
        class="sort"
        type="button"
        onClick={() => order.address.set({ sort: wanted === order.initial ? '' : wanted })}
      >
        {label}
        <span class="sort-mark" aria-hidden="true" />
      </button>
    </th>
  );
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

const SkeletonRow = ({ columns }: { readonly columns: readonly Pick<Column<never>, 'name' | 'kind'>[] }) => (
  <tr class="skeleton">
    {columns.map(({ name, kind }) => (
      <td key={name} class={kind}>
        <span class="bar" />
      </td>
    ))}
  </tr>
);

interface OpenerProps {
  readonly target: string | (() => void);
  readonly children: ComponentChildren;
}

const Opener = ({ target, children }: OpenerProps) =>
  typeof target === 'string' ? (
    <a class="row-link" href={target}>
      {children}
    </a>
  ) : (
    <button class="row-link" type="button" onClick={target}>
      {children}
    </button>
  );

/** A short table that is there as a whole, in the look of the lists. */
export const SimpleTable = <Item,>(props: TableProps<Item>) => (
  <div class="list labelled">
    <div class="list-card">
      <Table {...props} />
    </div>
  </div>
);
