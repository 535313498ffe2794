import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import type { AuditEvent } from './answers.ts';
import { EventAccount, EventActor, EventClient, EventName, keyOfEvent } from './audit-event.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { useFollowing } from './audit-following.ts';
import { type Address, useAddress } from './components/address.ts';
import { Button } from './components/button.tsx';
import { ListView } from './components/list.tsx';
import { fillCount } from './components/numbers.ts';
import { Screen } from './components/screen.tsx';
import type { Column } from './components/table.tsx';
import { TimeAgo } from './components/times.tsx';
import { toast } from './components/toasts.tsx';
import { useList } from './components/use-list.ts';
import { downloadFile } from './download.ts';
import { startScreen } from './start.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('audit');

const COLUMNS: readonly Column<AuditEvent>[] = [
  { name: 'event', label: texts.event, kind: 'main', cell: (event) => <EventName event={event} /> },
  { name: 'account', label: texts.account, cell: (event) => <EventAccount event={event} /> },
  { name: 'client', label: texts.client, cell: (event) => <EventClient event={event} /> },
  {
    name: 'by',
    label: texts.by,
    kind: 'wide',
    cell: ({ actor, actor_email }) => <EventActor actor={actor} email={actor_email} />,
  },
  { name: 'time', label: texts.time, cell: ({ time }) => <TimeAgo time={time} /> },
];

interface ExportButtonProps {
  readonly address: Address;
  readonly format: 'csv' | 'jsonl';
  readonly label: string;
}

function ExportButton({ address, format, label }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    if (isBusy) return;
    setBusy(true);
    const isSaved = await downloadFile('/api/admin/audit/export', { format, ...address.values }, texts.exportFailed);
    setBusy(false);
    if (isSaved) toast(texts.exported);
  };
  return (
    <Button
      icon="download"
      label={label}
      isCompact
      aria-label={fill(texts.exportLabel, { format: label })}
      aria-busy={isBusy}
      onClick={() => void download()}
    />
  );
}

function Audit() {
  const address = useAddress(['query', 'event', 'actor', 'from', 'to']);
  const list = useList<AuditEvent>('/api/admin/audit', address.values);
  const live = useFollowing(list, address.values);
  const actions = (
    <>
      <button
        class="button plain compact live-toggle"
        type="button"
        id="follow"
        data-state={live.state}
        aria-pressed={!live.isPaused}
        title={live.isLost ? texts.lost : texts.followHint}
        onClick={live.toggle}
      >
        <span class="live-dot" aria-hidden="true" />
        {texts.follow}
      </button>
      <ExportButton address={address} format="csv" label={texts.exportCsv} />
      <ExportButton address={address} format="jsonl" label={texts.exportJson} />
    </>
  );
  const filters = (
    <>
      <AuditFilters address={address} />
      {live.unseen > 0 && (
        <button class="chip unseen-events" type="button" onClick={live.showUnseen}>
          {fillCount(texts.unseen, live.unseen)}
        </button>
      )}
    </>
  );
  return (
    <Screen title={texts.title} search={{ label: texts.search, address }} actions={actions}>
      <ListView
        id="audit"
        caption={texts.caption}
        columns={COLUMNS}
        list={list}
        address={address}
        filters={filters}
        keyOf={keyOfEvent}
        empty={{ text: texts.empty }}
      />
    </Screen>
  );
}

startScreen(Audit);
