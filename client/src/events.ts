type Listener<Detail> = (detail: Detail) => void;

export interface Events<Kinds> {
  dispatch<Kind extends keyof Kinds & string>(kind: Kind, detail: Kinds[Kind]): void;
  /** Returns what ends it. */
  on<Kind extends keyof Kinds & string>(kind: Kind, listener: Listener<Kinds[Kind]>): () => void;
}

export function createEvents<Kinds>(): Events<Kinds> {
  const target = new EventTarget();
  return {
    dispatch: (kind, detail) => void target.dispatchEvent(new CustomEvent(kind, { detail })),
    on(kind, listener) {
      const hear = (event: Event) => listener((event as CustomEvent).detail);
      target.addEventListener(kind, hear);
      return () => target.removeEventListener(kind, hear);
    },
  };
}
