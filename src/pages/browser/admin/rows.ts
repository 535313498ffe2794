import { type Child, element } from './element.ts';

export interface Column<Item> {
  readonly name: string;
  readonly label: string;
  /** As of the heading: `main`, `number`, `wide` or `tools`. */
  readonly className: string;
  readonly cell: (item: Item) => Child;
}

export interface RowOptions<Item> {
  /** Tells rows apart, and finds a row again when the list is read anew. */
  readonly keyOf: (item: Item) => string;
  /** An address makes the main cell a link, a function makes it a button. */
  readonly open?: ((item: Item) => string | (() => void)) | undefined;
}

/** The rows of a table. Roles are stated because narrow screens show tables as blocks, which loses them otherwise. */
export const rows = <Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  { keyOf, open }: RowOptions<Item>,
): HTMLTableRowElement[] =>
  items.map((item) =>
    element(
      'tr',
      { data: { key: keyOf(item) }, attributes: { role: 'row' } },
      columns.map(({ name, label, className, cell }) =>
        element(
          'td',
          { className, data: { column: name, label }, attributes: { role: 'cell' } },
          className === 'main' && open ? opener(open(item), cell(item)) : cell(item),
        ),
      ),
    ),
  );

const opener = (target: string | (() => void), content: Child): HTMLElement =>
  typeof target === 'string'
    ? element('a', { className: 'row-link', href: target }, content)
    : element('button', { className: 'row-link', type: 'button', on: { click: target } }, content);
