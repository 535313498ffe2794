import { type Attributes, type ComponentType, h, hydrate, render } from 'preact';
import { byId } from './page.ts';

/**
 * Brings a form of the server to life, with what the page's script does with it. What has been typed meanwhile stays,
 * and so does the cursor. Returns what draws it again with other properties; with another `key` it is emptied.
 */
export function hydrateForm<Props extends { readonly id: string }>(
  id: string,
  Form: ComponentType<Props>,
  given: Partial<Props>,
): (changes?: Partial<Props> & Attributes) => void {
  const root = byId(id, HTMLFormElement).parentElement;
  // Instances of two versions run side by side during an upgrade.
  if (root?.dataset.props === undefined) throw new Error(`the form ${id} is of another version`);
  let props = { ...(JSON.parse(root.dataset.props) as Props), ...given };
  hydrate(h(Form, props), root);
  return (changes) => {
    props = { ...props, ...changes };
    render(h(Form, props), root);
  };
}

/** Draws a form that the server does not, in place of what is there. */
export function drawForm<Props extends object>(root: HTMLElement, Form: ComponentType<Props>, props: Props): void {
  render(null, root);
  render(h(Form, props), root);
}
