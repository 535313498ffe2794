/** How long somebody stops typing before the list is read. */
const TYPING_PAUSE_MS = 200;

export interface AddressFilters {
  /** What the address asks for; empty where it does not. */
  values(): Record<string, string>;
  /** Whether anything narrows the list down. */
  areSet(): boolean;
  clear(): void;
}

interface FilterOptions {
  readonly search: HTMLInputElement;
  /** What of the address belongs to the list. */
  readonly names: readonly string[];
  readonly signal: AbortSignal;
  readonly changed: () => void;
}

const parameters = () => new URLSearchParams(location.search);

/**
 * Keeps the filters of a list in the address bar, and their controls equal to it: links with `data-filter` and `data-value`, selects and
 * inputs with `data-filter`, headings with `data-sort`, and the search field. Back and Forward, a copied address and a reload show the same list.
 */
export function addressFilters(root: HTMLElement, options: FilterOptions): AddressFilters {
  const { search, names, signal, changed } = options;
  const show = () => showChosen(root, search);
  const set: Setter = (given, how = 'pushState') => {
    const address = location.pathname + withValues(parameters(), given);
    if (address === location.pathname + location.search) return;
    history[how](null, '', address);
    show();
    changed();
  };
  const popped = () => {
    show();
    changed();
  };
  addEventListener('popstate', popped, { signal });
  hearControls(root, set, signal);
  hearSearch(search, set, signal);
  show();
  const values = () => {
    const query = parameters();
    return Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
  };
  const narrowing = names.filter((name) => name !== 'sort');
  return {
    values,
    areSet: () => narrowing.some((name) => parameters().get(name) !== null),
    clear() {
      search.value = '';
      set(Object.fromEntries(narrowing.map((name) => [name, ''])));
    },
  };
}

/** Changes the address; an empty value removes a filter. */
type Setter = (given: Readonly<Record<string, string>>, how?: 'pushState' | 'replaceState') => void;

function hearControls(root: HTMLElement, set: Setter, signal: AbortSignal): void {
  const clicked = (event: MouseEvent) => {
    const { target } = event;
    // A link with one of these opens elsewhere.
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const chip = target.closest<HTMLElement>('a[data-filter]');
    const heading = target.closest<HTMLElement>('[data-sort]');
    if (chip) event.preventDefault();
    if (chip) set({ [chip.dataset.filter ?? '']: chip.dataset.value ?? '' });
    else if (heading) set({ sort: orderAfter(root, heading.dataset.sort ?? '') });
  };
  const chosen = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
    if (target.dataset.filter !== undefined) set({ [target.dataset.filter]: target.value });
  };
  root.addEventListener('click', clicked, { signal });
  root.addEventListener('change', chosen, { signal });
}

const orderOf = (root: HTMLElement): string => parameters().get('sort') ?? root.dataset.defaultSort ?? '';

/** The other way round, when the list has this order already. That of the beginning needs no parameter. */
function orderAfter(root: HTMLElement, heading: string): string {
  const wanted = orderOf(root) === heading ? `-${heading}` : heading;
  return wanted === root.dataset.defaultSort ? '' : wanted;
}

/** What is being typed replaces the address instead of filling the history. */
function hearSearch(search: HTMLInputElement, set: Setter, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout>;
  const searchNow = () => {
    clearTimeout(timer);
    set({ query: search.value.trim() }, 'replaceState');
  };
  const typed = () => {
    clearTimeout(timer);
    timer = setTimeout(searchNow, TYPING_PAUSE_MS);
  };
  search.addEventListener('input', typed, { signal });
  search.form?.addEventListener('submit', searchNow, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function showChosen(root: HTMLElement, search: HTMLInputElement): void {
  const query = parameters();
  const chosenFor = ({ dataset }: HTMLElement) => query.get(dataset.filter ?? '') ?? '';
  for (const chip of root.querySelectorAll<HTMLAnchorElement>('a[data-filter]')) {
    const { filter = '', value = '' } = chip.dataset;
    setAttribute(chip, 'aria-current', chosenFor(chip) === value ? 'true' : undefined);
    chip.search = withValues(query, { [filter]: value });
  }
  const fields = root.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select[data-filter], input[data-filter]');
  for (const field of fields) {
    field.value = chosenFor(field);
    field.classList.toggle('is-set', field.value !== '');
  }
  // Whoever is typing is ahead of the address.
  if (document.activeElement !== search) search.value = query.get('query') ?? '';
  const order = orderOf(root);
  for (const button of root.querySelectorAll<HTMLElement>('[data-sort]')) {
    const { sort = '' } = button.dataset;
    const direction = order === sort ? 'ascending' : order === `-${sort}` ? 'descending' : undefined;
    setAttribute(button.closest('th'), 'aria-sort', direction);
  }
}

function setAttribute(element: Element | null, name: string, value: string | undefined): void {
  if (value === undefined) element?.removeAttribute(name);
  else element?.setAttribute(name, value);
}

/** The query of an address with other values for some of its parameters. */
function withValues(query: URLSearchParams, given: Readonly<Record<string, string>>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(given)) {
    if (value === '') changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString();
  return text === '' ? '' : `?${text}`;
}
