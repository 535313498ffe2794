import { useState } from 'preact/hooks';
import { fill } from '../../../texts/fill.ts';
import { Button } from '../../components/button.tsx';
import { saveAs } from '../../components/save-as.ts';
import { storageOf } from '../../storage.ts';
import { open, type Query } from '../admin-api.ts';
import { common } from '../texts.ts';
import { Icon } from './icon.tsx';
import { Checks, Popover } from './popover.tsx';
import type { Column } from './table.tsx';
import { toast, toastRefusal } from './toasts.tsx';
import type { Address } from './use-list.ts';

const { lists: texts } = common;
const storage = storageOf('localStorage');

/** Something that this browser keeps for a list. What an older version or somebody else has written may be anything. */
function useKept<Kept>(name: string, isKept: (value: unknown) => value is Kept, otherwise: Kept) {
  const [value, setValue] = useState<Kept>(() => {
    try {
      const read: unknown = JSON.parse(storage?.getItem(name) ?? 'null');
      return isKept(read) ? read : otherwise;
    } catch {
      return otherwise;
    }
  });
  const keep = (next: Kept) => {
    setValue(next);
    storage?.setItem(name, JSON.stringify(next));
  };
  return [value, keep] as const;
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

export interface ColumnChoice<Item> {
  readonly shown: readonly Column<Item>[];
  readonly hidden: readonly string[];
  readonly hide: (names: readonly string[]) => void;
}

/** The columns of a list without those that its reader does not want to see. */
export function useColumns<Item>(id: string, columns: readonly Column<Item>[]): ColumnChoice<Item> {
  const [hidden, hide] = useKept(`latchkey.console-columns.${id}`, areTexts, []);
  return { shown: columns.filter((column) => !isOptional(column) || !hidden.includes(column.name)), hidden, hide };
}

const isOptional = ({ kind }: Pick<Column<never>, 'kind'>) =>
  kind === undefined || kind === 'wide' || kind === 'number';

interface ColumnsProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly choice: ColumnChoice<Item>;
}

export const ColumnsPopover = <Item,>({ columns, choice: { hidden, hide } }: ColumnsProps<Item>) => (
  <Popover label={texts.columns}>
    <Checks
      choices={columns.filter(isOptional).map(({ name, label }) => ({ value: name, label }))}
      isChosen={(name) => !hidden.includes(name)}
      choose={(name, isShown) => hide(isShown ? hidden.filter((one) => one !== name) : [...hidden, name])}
    />
  </Popover>
);

interface SavedFilter {
  readonly name: string;
  /** As in the address. */
  readonly query: string;
}

const areSaved = (value: unknown): value is readonly SavedFilter[] =>
  Array.isArray(value) && value.every(({ name, query } = {}) => typeof name === 'string' && typeof query === 'string');

/** Filters under a name of their own. This browser keeps them: the address is what is passed on to others. */
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
    <Popover label={texts.saved}>
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

/** A file, which a link could not ask for: it has no token. */
async function download(path: string, format: string, filters: Query): Promise<void> {
  const answer = await open(path, { format, ...filters });
  if (answer.refused) return toastRefusal(answer.refused);
  const { headers } = answer.response;
  const [, name = 'download'] = /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  try {
    saveAs(name, await answer.response.blob());
    toast(texts.exported);
  } catch {
    toast(texts.exportFailed, { mood: 'danger' });
  }
}

const FORMATS = [
  ['csv', texts.exportCsv],
  ['jsonl', texts.exportJson],
] as const;

/** Everything that the filters let through, as a file. */
export const ExportButtons = ({ path, address }: { readonly path: string; readonly address: Address }) => (
  <>
    {FORMATS.map(([format, label]) => (
      <Button
        key={format}
        isCompact
        icon={<Icon name="download" />}
        label={label}
        aria-label={fill(texts.exportLabel, { format: label })}
        run={() => download(path, format, address.values)}
      />
    ))}
  </>
);
