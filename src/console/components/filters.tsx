import { type Choice, Options } from '../../pages/browser/components/options.tsx';
import { Icon } from './icon.tsx';
import { type Address, queryWith } from './use-list.ts';

interface FilterProps {
  readonly address: Address;
  /** The parameter in the address. */
  readonly name: string;
  readonly label: string;
}

interface ChipsProps extends FilterProps {
  /** The first choice means no filter and has an empty value. */
  readonly choices: readonly (Choice & { readonly count?: string | undefined })[];
}

/** A filter with a few visible values. */
export const FilterChips = ({ name, choices, ...group }: ChipsProps) => (
  <FilterPresets
    {...group}
    presets={choices.map(({ value, ...choice }) => ({ ...choice, values: { [name]: value } }))}
  />
);

interface Preset {
  readonly label: string;
  /** All values that the preset sets; others are cleared. */
  readonly values: Readonly<Record<string, string>>;
  readonly count?: string | undefined;
}

interface PresetsProps extends Pick<FilterProps, 'address' | 'label'> {
  readonly presets: readonly Preset[];
}

/** Frequent filters with one or more values, as links, so that each has an address. */
export const FilterPresets = ({ address, label, presets }: PresetsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: older browsers cannot lay out a fieldset freely.
  <div class="chips" role="group" aria-label={label}>
    {presets.map(({ label: text, values, count }) => (
      <a
        key={text}
        class="chip"
        href={queryWith(values) || '?'}
        aria-current={
          Object.entries(values).every(([name, value]) => address.values[name] === value) ? 'true' : undefined
        }
        onClick={(event) => {
          // With a modifier, the browser opens the link elsewhere.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          address.set(values);
        }}
      >
        {text}
        {count !== undefined && <span class="chip-count">{count}</span>}
      </a>
    ))}
  </div>
);

/** The attributes of a filter control. */
const settingOf = ({ address, name }: FilterProps) => ({
  class: address.values[name] === '' ? 'chip' : 'chip is-set',
  value: address.values[name],
  onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
    address.set({ [name]: event.currentTarget.value }),
});

interface SelectProps extends FilterProps {
  readonly choices: readonly Choice[];
  /** The label of the first choice, which means no filter. */
  readonly any: string;
  /** Shown only in narrow layouts, which lack column headings. */
  readonly isOnlyNarrow?: boolean;
}

/** A filter with many values. */
export const FilterSelect = ({ choices, any, isOnlyNarrow = false, ...filter }: SelectProps) => (
  <label class={isOnlyNarrow ? 'filter-select only-narrow' : 'filter-select'}>
    <span class="unseen">{filter.label}</span>
    <select title={filter.label} {...settingOf(filter)}>
      <Options choices={[{ value: '', label: any }, ...choices]} />
    </select>
    <Icon name="down" />
  </label>
);

export const FilterDay = (filter: FilterProps) => (
  <label class="row soft small">
    <span>{filter.label}</span>
    <input type="date" {...settingOf(filter)} />
  </label>
);

interface FilterTextProps extends FilterProps {
  readonly placeholder: string;
}

/** A text filter, applied once it is complete. */
export const FilterText = ({ placeholder, ...filter }: FilterTextProps) => (
  <label class="filter-text">
    <span class="unseen">{filter.label}</span>
    <input
      type="text"
      placeholder={placeholder}
      title={filter.label}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      maxLength={100}
      {...settingOf(filter)}
    />
  </label>
);
