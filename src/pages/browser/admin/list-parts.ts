import { type Child, element } from './element.ts';
import type { Column } from './rows.ts';

/** The parts of a list that listView() of views/admin/list.ts has drawn. */
export interface ListParts {
  readonly table: HTMLTableElement;
  readonly body: HTMLTableSectionElement;
  readonly frame: HTMLElement;
  readonly state: HTMLElement;
  readonly foot: HTMLElement;
  readonly status: HTMLElement;
  readonly more: HTMLButtonElement;
  readonly problem: HTMLElement;
  readonly problemText: HTMLElement;
  readonly retry: HTMLButtonElement;
}

export function partsOf(root: HTMLElement): ListParts {
  const part = <Part extends HTMLElement>(selector: string): Part => {
    const found = root.querySelector<Part>(selector);
    if (!found) throw new Error(`the list ${root.id} has no ${selector}`);
    return found;
  };
  return {
    table: part('table'),
    body: part('tbody'),
    frame: part('.table-frame'),
    state: part('.list-state'),
    foot: part('.list-foot'),
    status: part('.list-foot [role="status"]'),
    more: part('.list-more'),
    problem: part('.list-problem'),
    problemText: part('.list-problem span'),
    retry: part('.list-problem button'),
  };
}

/** The columns as the server has drawn their headings. */
export const columnsOf = <Item>(
  root: HTMLElement,
  cells: Readonly<Record<string, (item: Item) => Child>>,
): Column<Item>[] =>
  [...root.querySelectorAll<HTMLElement>('th[data-column]')].map(({ dataset, className, textContent }) => {
    const name = dataset.column ?? '';
    const cell = cells[name];
    if (!cell) throw new Error(`the list ${root.id} has no cells for the column ${name}`);
    return { name, label: textContent?.trim() ?? '', className, cell };
  });

/** What stands in place of rows, or of a whole screen: nothing there, or a failure. */
export const state = (title: string, text: Child, ...actions: readonly Child[]): HTMLElement =>
  element(
    'div',
    { className: 'state' },
    element('h2', {}, title),
    text !== '' && element('p', { className: 'soft' }, text),
    actions.length > 0 && element('div', { className: 'state-actions' }, ...actions),
  );

/** The same where no card is round it. */
export const stateCard = (...parts: Parameters<typeof state>): HTMLElement =>
  element('div', { className: 'list-card' }, state(...parts));

export const stateButton = (label: string, click: () => void): HTMLButtonElement =>
  element('button', { className: 'button plain compact', type: 'button', on: { click } }, label);
