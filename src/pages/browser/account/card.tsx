import type { ComponentChildren } from 'preact';

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ComponentChildren;
}

/** One card of a section. */
export const Card = ({ id, title, lead, children }: CardProps) => (
  <section class="card stack" id={`${id}-block`} aria-labelledby={`${id}-title`}>
    <h3 id={`${id}-title`}>{title}</h3>
    {lead !== undefined && <p class="soft">{lead}</p>}
    {children}
  </section>
);

interface ItemListProps {
  /** That of the card. */
  readonly id: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** What a card lists, such as devices. */
export const ItemList = ({ id, children, ...props }: ItemListProps) => (
  <ul class={`devices ${props.class ?? ''}`} aria-labelledby={`${id}-title`}>
    {children}
  </ul>
);

interface ItemProps {
  readonly name: string;
  readonly details: readonly (string | null)[];
  readonly picture?: ComponentChildren;
  /** Below the details. */
  readonly more?: ComponentChildren;
  /** Buttons, or what there is in their place. */
  readonly children: ComponentChildren;
}

export const Item = ({ name, details, picture, more, children }: ItemProps) => (
  <li>
    {picture}
    <div>
      <p class="value">{name}</p>
      <p class="soft small">{details.filter((detail) => detail !== null).join(' · ')}</p>
      {more}
    </div>
    {children}
  </li>
);
