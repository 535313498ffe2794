import type { ComponentChildren } from 'preact';
import { Notice, type Said } from '../components/notice.tsx';

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

interface ActionsProps {
  /** What became of the last press. */
  readonly said?: Said | undefined;
  readonly children?: ComponentChildren;
}

/**
 * The foot of a card, in which all its actions are: outlined where they open something, filled where they send a form.
 * What is dangerous comes first, farthest from the end of the line.
 */
export const Actions = ({ said, children }: ActionsProps) => (
  <div class="submit">
    <Notice said={said} />
    {children}
  </div>
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
