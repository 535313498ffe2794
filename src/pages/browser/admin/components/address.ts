import { useEffect, useMemo, useState } from 'preact/hooks';

/** The parameters of a screen in the address bar. Back and Forward, a copied address and a reload show the same. */
export interface Address {
  /** What the address asks for; empty where it does not. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether anything narrows the list down. */
  readonly isNarrowed: boolean;
  /** An empty value removes a parameter. */
  set(given: Readonly<Record<string, string>>, how?: 'pushState' | 'replaceState'): void;
  /** For links: the query with other values. */
  queryWith(given: Readonly<Record<string, string>>): string;
  /** Removes what narrows the list down, and keeps the order. */
  clear(): void;
}

/** `names`: what of the address belongs to the screen. */
export function useAddress(names: readonly string[]): Address {
  const [search, setSearch] = useState(location.search);
  useEffect(() => {
    const popped = () => setSearch(location.search);
    addEventListener('popstate', popped);
    return () => removeEventListener('popstate', popped);
  }, []);
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const narrowing = names.filter((name) => name !== 'sort');
    const set: Address['set'] = (given, how = 'pushState') => {
      const wanted = withValues(given);
      if (wanted === location.search) return;
      history[how](null, '', location.pathname + wanted);
      setSearch(wanted);
    };
    return {
      values: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
      isNarrowed: narrowing.some((name) => query.has(name)),
      set,
      queryWith: (given) => withValues(given) || '?',
      clear: () => set(Object.fromEntries(narrowing.map((name) => [name, '']))),
    };
  }, [search]);
}

/** Of the address as it is now: what is typed may be ahead of what is drawn. */
function withValues(given: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(given)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
