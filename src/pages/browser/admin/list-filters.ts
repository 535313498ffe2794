/** How long somebody stops typing before the list is read. */
const TYPING_PAUSE_MS = 200;

export interface AddressFilters {
  /** What the address asks for. */
  values(): Record<string, string>;
  /** Whether anything narrows the list down. */
  areSet(): boolean;
  clear(): void;
}

/**
 * Keeps the filters of a list in the address bar, and their controls equal to it: links with `data-filter` and `data-value`, selects and
 * inputs with `data-filter`, headings with `data-sort`, and the search field. Back and Forward, a copied address and a reload show the same list.
 */
export function addressFilters(
  root: HTMLElement,
  search: HTMLInputElement,
  names: readonly string[],
  signal: AbortSignal,
  changed: () => void,
): AddressFilters {
  const parameters = () => new URLSearchParams(location.search);
  const defaultSort = root.dataset.defaultSort ?? '';

  function set(given: Readonly<Record<string, string>>, how: 'pushState' | 'replaceState' = 'pushState'): void {
    const query = parameters();
    for (const [name, value] of Object.entries(given)) {
      if (value === '') query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    const address = location.pathname + (text === '' ? '' : `?${text}`);
    if (address === location.pathname + location.search) return;
    history[how](null, '', address);
    showChosen();
    changed();
  }
  function showChosen(): void {
    const query = parameters();
    const chosenFor = (element: HTMLElement) => query.get(element.dataset.filter ?? '') ?? '';
    for (const chip of root.querySelectorAll<HTMLAnchorElement>('a[data-filter]')) {
      if (chosenFor(chip) === chip.dataset.value) chip.setAttribute('aria-current', 'true');
      else chip.removeAttribute('aria-current');
      chip.search = withValue(query, chip.dataset.filter ?? '', chip.dataset.value ?? '');
    }
    for (const field of root.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
      'select[data-filter], input[data-filter]',
    )) {
      field.value = chosenFor(field);
      field.classList.toggle('is-set', field.value !== '');
    }
    // Whoever is typing knows better than the address.
    if (document.activeElement !== search) search.value = query.get('query') ?? '';
    showOrder(query.get('sort') ?? defaultSort);
  }
  function showOrder(sort: string): void {
    for (const button of root.querySelectorAll<HTMLElement>('[data-sort]')) {
      const heading = button.closest('th');
      const { sort: own = '' } = button.dataset;
      if (sort === own) heading?.setAttribute('aria-sort', 'ascending');
      else if (sort === `-${own}`) heading?.setAttribute('aria-sort', 'descending');
      else heading?.removeAttribute('aria-sort');
    }
  }

  root.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const chip = target.closest<HTMLElement>('a[data-filter]');
      const heading = target.closest<HTMLElement>('[data-sort]');
      if (chip) {
        event.preventDefault();
        set({ [chip.dataset.filter ?? '']: chip.dataset.value ?? '' });
      } else if (heading) {
        const own = heading.dataset.sort ?? '';
        const wanted = (parameters().get('sort') ?? defaultSort) === own ? `-${own}` : own;
        set({ sort: wanted === defaultSort ? '' : wanted });
      }
    },
    { signal },
  );
  root.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
      if (target.dataset.filter !== undefined) set({ [target.dataset.filter]: target.value });
    },
    { signal },
  );
  let timer: ReturnType<typeof setTimeout>;
  const searchNow = () => {
    clearTimeout(timer);
    set({ query: search.value.trim() }, 'replaceState');
  };
  search.addEventListener(
    'input',
    () => {
      clearTimeout(timer);
      timer = setTimeout(searchNow, TYPING_PAUSE_MS);
    },
    { signal },
  );
  search.form?.addEventListener('submit', searchNow, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  addEventListener(
    'popstate',
    () => {
      showChosen();
      changed();
    },
    { signal },
  );
  showChosen();
  const values = () => {
    const query = parameters();
    return Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
  };
  return {
    values,
    areSet: () => Object.entries(values()).some(([name, value]) => name !== 'sort' && value !== ''),
    clear() {
      search.value = '';
      set(Object.fromEntries(names.filter((name) => name !== 'sort').map((name) => [name, ''])));
    },
  };
}

function withValue(query: URLSearchParams, name: string, value: string): string {
  const changed = new URLSearchParams(query);
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  return changed.toString();
}
