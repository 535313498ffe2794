/** What an element can hold; `false`, null and undefined are left out, so that `condition && element(…)` can be written. */
export type Child = Node | string | number | false | null | undefined | readonly Child[];

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

interface Extras {
  /** `aria: { label: 'Close' }` is the attribute aria-label. */
  readonly aria?: Readonly<Record<string, string | undefined>>;
  readonly data?: Readonly<Record<string, string>>;
  /** Attributes that have no property, as `role`, or whose property is unknown to older browsers. */
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  readonly on?: Listeners;
}

/** Properties of the element, as `className` and `textContent`, and the extras above. */
export type Props<Tag extends keyof HTMLElementTagNameMap> = Extras &
  Partial<Omit<HTMLElementTagNameMap[Tag], 'style' | 'dataset' | 'innerHTML' | 'outerHTML' | 'attributes'>>;

/** `element('a', { href: '/admin', className: 'chip' }, 'Overview')`. Texts are only ever texts: nothing becomes markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { aria = {}, data = {}, attributes = {}, on = {}, ...properties }: Props<Tag> = {} as Props<Tag>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  Object.assign(made.dataset, data);
  const ariaNamed = Object.entries(aria).map(([name, value]) => [`aria-${name}`, value] as const);
  for (const [name, value] of [...ariaNamed, ...Object.entries(attributes)]) {
    if (value !== undefined) made.setAttribute(name, value);
  }
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener as EventListener);
  append(made, children);
  return made;
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === false || child === null || child === undefined) continue;
    if (child instanceof Node) parent.append(child);
    else if (typeof child === 'object') append(parent, child);
    else parent.append(String(child));
  }
}

/** Puts these in place of what the element holds. */
export function replaceContent(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}
