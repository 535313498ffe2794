import { byId } from '../page.ts';
import { get } from './admin-api.ts';
import { element } from './element.ts';
import { labelOf } from './label.ts';
import { stateCard } from './list-parts.ts';
import { loaded } from './loaded.ts';
import type { Column } from './rows.ts';
import { startScreen } from './shell.ts';
import { simpleTable } from './simple-table.ts';
import { formatNumber, localTime } from './times.ts';
import { common, wordsOf } from './words.ts';

interface SigningKey {
  readonly name: string | null;
  readonly algorithm: string;
  readonly state: string;
  readonly signs_from: string | null;
  readonly fingerprint: string;
}

interface DataKey {
  readonly name: string;
  readonly state: string;
  readonly sealed_values: number;
  readonly fingerprint: string | null;
  readonly failure: string | null;
}

const words = wordsOf('keys');
const MOODS: Readonly<Record<string, string>> = { signs: 'good', seals: 'good', waits: 'note', missing: 'bad' };

const status = (value: string) =>
  element('span', { className: `status ${MOODS[value] ?? ''}` }, labelOf(words.states, value));
const mono = (text: string) => element('span', { className: 'mono' }, text);

const SIGNING: readonly Column<SigningKey>[] = [
  { name: 'name', label: words.columns.name, className: 'main', cell: ({ name }) => mono(name ?? words.unnamed) },
  { name: 'state', label: words.columns.state, className: '', cell: (key) => status(key.state) },
  { name: 'algorithm', label: words.columns.algorithm, className: '', cell: ({ algorithm }) => algorithm },
  {
    name: 'from',
    label: words.columns.from,
    className: '',
    cell: ({ signs_from }) =>
      signs_from === null ? element('span', { className: 'soft' }, words.always) : localTime(signs_from),
  },
  { name: 'fingerprint', label: words.columns.fingerprint, className: 'wide', cell: (key) => mono(key.fingerprint) },
];

const DATA: readonly Column<DataKey>[] = [
  { name: 'name', label: words.columns.name, className: 'main', cell: ({ name }) => mono(name) },
  { name: 'state', label: words.columns.state, className: '', cell: (key) => status(key.state) },
  { name: 'values', label: words.columns.values, className: '', cell: (key) => formatNumber(key.sealed_values) },
  { name: 'check', label: words.columns.check, className: '', cell: check },
  {
    name: 'fingerprint',
    label: words.columns.fingerprint,
    className: 'wide',
    cell: (key) => mono(key.fingerprint ?? '–'),
  },
];

function check({ failure, sealed_values: values }: DataKey): HTMLElement {
  if (failure !== null) return element('span', { className: 'status bad wraps' }, failure);
  return element('span', { className: values > 0 ? 'status good' : 'soft' }, values > 0 ? words.opens : words.unused);
}

await startScreen(({ signal }) => {
  const data = byId('data-keys', HTMLElement);
  loaded(
    byId('signing-keys', HTMLElement),
    () => get<{ signing: readonly SigningKey[]; data: readonly DataKey[] }>('/api/admin/keys', {}, signal),
    (keys) => {
      data.replaceChildren(
        keys.data.length === 0
          ? stateCard(common.emptyTitle, words.noData)
          : simpleTable(words.data, keys.data, DATA, ({ name }) => name),
      );
      return [simpleTable(words.signing, keys.signing, SIGNING, ({ fingerprint }) => fingerprint)];
    },
  );
});
