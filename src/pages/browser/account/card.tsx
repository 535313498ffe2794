import type { ComponentChildren, VNode } from 'preact';
import { Notice, type NoticeText } from '../components/notice.tsx';

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ComponentChildren;
}

export const Card = ({ id, title, lead, children }: CardProps) => (
  <section class="card stack" id={`${id}-block`} aria-labelledby={`${id}-title`}>
    <h3 id={`${id}-title`}>{title}</h3>
    {lead !== undefined && <p class="soft">{lead}</p>}
    {children}
  </section>
);

interface ActionsProps {
  /** The result of the last action. */
  readonly notice?: NoticeText | undefined;
  readonly children?: ComponentChildren;
}

/**
 * The footer of a card with its actions: outlined buttons open something, filled ones send a form. A dangerous action
 * comes first, farthest from the end of the line.
 */
export const Actions = ({ notice, children }: ActionsProps) => (
  <div class="submit">
    <Notice notice={notice} />
    {children}
  </div>
);

interface ItemListProps<Entry> {
  /** The id of the card. */
  readonly id: string;
  readonly class?: string;
  /** Undefined until loaded. */
  readonly entries: readonly Entry[] | undefined;
  /** Replaces an empty list. */
  readonly none?: string;
  readonly children: (entry: Entry) => VNode;
}

/** The list in a card, such as devices. */
export function ItemList<Entry>({ id, entries, none, children, ...props }: ItemListProps<Entry>) {
  if (!entries) return null;
  if (entries.length === 0 && none !== undefined) return <p class="soft">{none}</p>;
  return (
    <ul class={`entries ${props.class ?? ''}`} aria-labelledby={`${id}-title`}>
      {entries.map(children)}
    </ul>
  );
}

interface ItemProps {
  readonly name: string;
  readonly details: readonly (string | null)[];
  readonly picture?: ComponentChildren;
  /** Shown below the details. */
  readonly more?: ComponentChildren;
  /** Buttons, or their replacement. */
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
