import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CardProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function UserCard({ title, action, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header class="row apart card-head">
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

interface EntriesProps<Entry> {
  readonly entries: readonly Entry[];
  readonly none: string;
  readonly children: (entry: Entry) => ComponentChildren;
}

export const Entries = <Entry extends { readonly id: number | string }>({
  entries,
  none,
  children,
}: EntriesProps<Entry>) =>
  entries.length === 0 ? (
    <p class="soft">{none}</p>
  ) : (
    <ul class="entries">
      {entries.map((entry) => (
        <li key={entry.id}>{children(entry)}</li>
      ))}
    </ul>
  );
