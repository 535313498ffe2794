import { Mono, Status, WithCode } from '../components/facts.tsx';
import { formatNumber, LocalTime, labelOf } from '../components/format.tsx';
import { Loaded, useLoaded } from '../components/loaded.tsx';
import { Screen } from '../components/screen.tsx';
import { type Column, ShortTable } from '../components/table.tsx';
import type { DataKey, Keys, SigningKey } from './answers.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('keys');
const MOODS: Readonly<Record<string, string>> = { signs: 'good', seals: 'good', waits: 'note', missing: 'bad' };

const KeyState = ({ state }: { readonly state: string }) => (
  <Status mood={MOODS[state]} label={labelOf(texts.states, state)} />
);

const SIGNING_COLUMNS: readonly Column<SigningKey>[] = [
  { name: 'name', label: texts.columns.name, kind: 'main', cell: ({ name }) => <Mono text={name ?? texts.unnamed} /> },
  { name: 'state', label: texts.columns.state, cell: ({ state }) => <KeyState state={state} /> },
  { name: 'algorithm', label: texts.columns.algorithm, cell: ({ algorithm }) => algorithm },
  {
    name: 'from',
    label: texts.columns.from,
    cell: ({ signs_from }) =>
      signs_from === null ? <span class="soft">{texts.always}</span> : <LocalTime time={signs_from} />,
  },
  {
    name: 'fingerprint',
    label: texts.columns.fingerprint,
    kind: 'wide',
    cell: ({ fingerprint }) => <Mono text={fingerprint} />,
  },
];

const DATA_COLUMNS: readonly Column<DataKey>[] = [
  { name: 'name', label: texts.columns.name, kind: 'main', cell: ({ name }) => <Mono text={name} /> },
  { name: 'state', label: texts.columns.state, cell: ({ state }) => <KeyState state={state} /> },
  { name: 'values', label: texts.columns.values, cell: ({ sealed_values }) => formatNumber(sealed_values) },
  { name: 'check', label: texts.columns.check, cell: (key) => <Check {...key} /> },
  {
    name: 'fingerprint',
    label: texts.columns.fingerprint,
    kind: 'wide',
    cell: ({ fingerprint }) => <Mono text={fingerprint ?? '–'} />,
  },
];

function Check({ failure, sealed_values: values }: DataKey) {
  if (failure !== null) return <span class="status bad">{failure}</span>;
  return <span class={values > 0 ? 'status good' : 'soft'}>{values > 0 ? texts.opens : texts.unused}</span>;
}

export default function SigningAndDataKeys() {
  const keys = useLoaded<Keys>('/api/admin/keys');
  return (
    <Screen title={texts.title}>
      <div class="grid" id="keys">
        <section aria-labelledby="signing-title">
          <h2 id="signing-title">{texts.signing}</h2>
          <p class="soft">
            <WithCode text={texts.signingLead} />
          </p>
          <Loaded from={keys}>
            {({ signing }) => (
              <ShortTable
                caption={texts.signing}
                items={signing}
                columns={SIGNING_COLUMNS}
                keyOf={({ fingerprint }) => fingerprint}
                empty=""
              />
            )}
          </Loaded>
        </section>
        <section aria-labelledby="data-title">
          <h2 id="data-title">{texts.data}</h2>
          <p class="soft">
            <WithCode text={texts.dataLead} />
          </p>
          {keys.data && (
            <ShortTable
              caption={texts.data}
              items={keys.data.data}
              columns={DATA_COLUMNS}
              keyOf={({ name }) => name}
              empty={texts.noData}
            />
          )}
        </section>
      </div>
    </Screen>
  );
}
