import type { ComponentChildren } from 'preact';
import { type Choice, Options } from '../../components/options.tsx';
import { Icon } from './icon.tsx';
import { type Address, queryWith } from './use-list.ts';

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
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as freely in the browsers that we support.
  <div class="chips" role="group" aria-label={label}>
    {choices.map(({ value, label: text, count }) => (
      <a
        key={value}
        class="chip"
        href={queryWith({ [name]: value }) || '?'}
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
  </div>
);

interface SelectProps extends FilterProps {
  readonly choices?: readonly Choice[];
  /** In place of choices. */
  readonly children?: ComponentChildren;
}

/** Attributes of a control that sets a filter. */
const settingOf = ({ address, name }: FilterProps) => ({
  class: address.values[name] === '' ? undefined : 'is-set',
  value: address.values[name],
  onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
    address.set({ [name]: event.currentTarget.value }),
});

/** One of many values of a filter. */
export const FilterSelect = ({ choices = [], children, ...filter }: SelectProps) => (
  <label class="filter-select">
    <span class="unseen">{filter.label}</span>
    <select title={filter.label} {...settingOf(filter)}>
      {children ?? <Options choices={choices} />}
    </select>
    <Icon name="down" />
  </label>
);

export const FilterDay = (filter: FilterProps) => (
  <label class="filter-day">
    <span>{filter.label}</span>
    <input type="date" {...settingOf(filter)} />
  </label>
);
