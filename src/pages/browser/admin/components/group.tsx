import type { ComponentChildren } from 'preact';

interface GroupProps {
  readonly class: string;
  readonly label: string;
  /** Where it scrolls, so that the keyboard can scroll it. */
  readonly tabIndex?: 0;
  readonly children: ComponentChildren;
}

/** Controls that belong together, under a name that is read out. */
export const Group = ({ class: className, label, tabIndex, children }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as freely in the browsers that we support.
  <div class={className} role="group" aria-label={label} tabIndex={tabIndex}>
    {children}
  </div>
);
