import { type Attributes, type ComponentType, h, hydrate, render } from 'preact';
import { byId } from './page.ts';
import { restoreTyped } from './page-state.ts';

/**
 * Hydrates a form rendered by the server with the behaviour of the page's script. Keeps typed text and the cursor,
 * and types again what was typed before a reload.
 * Returns a function that renders it with other properties; a new `key` clears it.
 */
export function hydrateForm<Props extends { readonly id: string }>(
  id: string,
  Form: ComponentType<Props>,
  extra: Partial<Props>,
): (changes?: Partial<Props> & Attributes) => void {
  const form = byId(id, HTMLFormElement);
  const root = form.parentElement;
  // During an upgrade, instances of two versions run side by side.
  if (root?.dataset.props === undefined) throw new Error(`the form ${id} is of another version`);
  let props = { ...(JSON.parse(root.dataset.props) as Props), ...extra };
  hydrate(h(Form, props), root);
  restoreTyped(form);
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
