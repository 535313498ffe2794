import { element } from './element.ts';
import { type Column, rows } from './rows.ts';

/** A short table that is drawn as a whole, in the look of the lists. */
export const simpleTable = <Item>(
  caption: string,
  items: readonly Item[],
  columns: readonly Column<Item>[],
  keyOf: (item: Item) => string,
): HTMLElement =>
  element(
    'div',
    { className: 'list labelled' },
    element(
      'div',
      { className: 'list-card' },
      element(
        'div',
        { className: 'table-frame' },
        element(
          'table',
          { attributes: { role: 'table' } },
          element('caption', { className: 'unseen' }, caption),
          element(
            'thead',
            { attributes: { role: 'rowgroup' } },
            element(
              'tr',
              { attributes: { role: 'row' } },
              columns.map(({ label, className }) =>
                element(
                  'th',
                  { scope: 'col', className, attributes: { role: 'columnheader' } },
                  element('span', { className: className === 'tools' ? 'unseen' : '' }, label),
                ),
              ),
            ),
          ),
          element('tbody', { attributes: { role: 'rowgroup' } }, rows(items, columns, { keyOf })),
        ),
      ),
    ),
  );
