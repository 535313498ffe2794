import type { ComponentChildren } from 'preact';
import type { Address } from './address.ts';
import { type Choice, Options } from './form.tsx';
import { Group } from './group.tsx';
import { Icon } from './icon.tsx';

interface FilterProps {
  readonly address: Address;
  /** The parameter in the address. */
  readonly name: string;
  readonly label: string;
}

interface ChipsProps extends FilterProps {
  /** The first is the one without the filter, and has an empty value. */
  readonly choices: readonly (Choice & { readonly count?: string | undefined })[];
}

/** One of a few values of a filter, in sight: links, so that each choice has an address. */
export const FilterChips = ({ address, name, label, choices }: ChipsProps) => (
  <Group class="chips" label={label}>
    {choices.map(({ value, label: text, count }) => (
      <a
        key={value}
        class="chip"
        href={address.queryWith({ [name]: value })}
        aria-current={address.values[name] === value ? 'true' : undefined}
        onClick={(event) => {
          // With one of these it opens elsewhere.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          address.set({ [name]: value });
        }}
      >
        {text}
        {count !== undefined && <span class="chip-count">{count}</span>}
      </a>
    ))}
  </Group>
);

interface SelectProps extends FilterProps {
  readonly choices?: readonly Choice[];
  /** In place of choices. */
  readonly children?: ComponentChildren;
}

/** One of many values of a filter. */
export const FilterSelect = ({ address, name, label, choices = [], children }: SelectProps) => (
  <label class="filter-select">
    <span class="unseen">{label}</span>
    <select
      title={label}
      class={address.values[name] === '' ? undefined : 'is-set'}
      value={address.values[name]}
      onChange={({ currentTarget }) => address.set({ [name]: currentTarget.value })}
    >
      {children ?? <Options choices={choices} />}
    </select>
    <Icon name="down" />
  </label>
);

export const FilterDay = ({ address, name, label }: FilterProps) => (
  <label class="filter-day">
    <span>{label}</span>
    <input
      type="date"
      class={address.values[name] === '' ? undefined : 'is-set'}
      value={address.values[name]}
      onChange={({ currentTarget }) => address.set({ [name]: currentTarget.value })}
    />
  </label>
);
