import { fill } from '../../pages/texts/fill.ts';
import { common } from '../screens/texts.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { toast } from './toasts.tsx';
import { useKept } from './use-kept.ts';
import type { Address } from './use-list.ts';

const { lists: texts } = common;

interface SavedFilter {
  readonly name: string;
  /** The query of the address. */
  readonly query: string;
}

const areSaved = (value: unknown): value is readonly SavedFilter[] =>
  Array.isArray(value) && value.every(({ name, query } = {}) => typeof name === 'string' && typeof query === 'string');

/** Named filters stored in this browser. To share filters, share the address. */
export function SavedFilters({ id, address }: { readonly id: string; readonly address: Address }) {
  const [saved, keep] = useKept(`latchkey.console-filters.${id}`, areSaved, []);
  const apply = ({ query }: SavedFilter) => {
    const values = new URLSearchParams(query);
    address.set(Object.fromEntries(Object.keys(address.values).map((name) => [name, values.get(name) ?? ''])));
  };
  const save = (form: HTMLFormElement) => {
    const name = String(new FormData(form).get('filter_name') ?? '').trim();
    if (name === '') return;
    const query = new URLSearchParams(Object.entries(address.values).filter(([, value]) => value !== '')).toString();
    keep([...saved.filter((one) => one.name !== name), { name, query }]);
    form.reset();
    toast(fill(texts.filterSaved, { name }));
  };
  return (
    <Popover label={texts.saved} icon="saved">
      {saved.length === 0 && <p class="soft small">{texts.noneSaved}</p>}
      <ul class="saved-filters">
        {saved.map((one) => (
          <li key={one.name}>
            <button class="saved-filter" type="button" dir="auto" onClick={() => apply(one)}>
              {one.name}
            </button>
            <button
              class="icon-button"
              type="button"
              aria-label={fill(texts.removeSaved, { name: one.name })}
              onClick={() => keep(saved.filter((other) => other !== one))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {address.isNarrowed && (
        <form
          class="save-filter"
          onSubmit={(event) => {
            event.preventDefault();
            save(event.currentTarget);
          }}
        >
          <label for={`${id}-filter-name`}>{texts.filterName}</label>
          <input id={`${id}-filter-name`} name="filter_name" maxLength={60} autocomplete="off" required />
          <button class="button plain compact" type="submit">
            {texts.save}
          </button>
        </form>
      )}
    </Popover>
  );
}
