import { type Attributes, type ComponentType, h, hydrate, render } from 'preact';
import { byId } from './page.ts';

/**
 * Hydrates a form rendered by the server with the behaviour of the page's script. Keeps typed text and the cursor.
 * Returns a function that renders it with other properties; a new `key` clears it.
 */
export function hydrateForm<Props extends { readonly id: string }>(
  id: string,
  Form: ComponentType<Props>,
  extra: Partial<Props>,
): (changes?: Partial<Props> & Attributes) => void {
  const root = byId(id, HTMLFormElement).parentElement;
  // During an upgrade, instances of two versions run side by side.
  if (root?.dataset.props === undefined) throw new Error(`the form ${id} is of another version`);
  let props = { ...(JSON.parse(root.dataset.props) as Props), ...extra };
  hydrate(h(Form, props), root);
  return (changes) => {
    props = { ...props, ...changes };
    render(h(Form, props), root);
  };
}

/** Renders a form that the server does not, replacing the content. */
export function mountForm<Props extends object>(root: HTMLElement, Form: ComponentType<Props>, props: Props): void {
  render(null, root);
  render(h(Form, props), root);
}
