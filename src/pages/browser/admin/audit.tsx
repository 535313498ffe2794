import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { saveAs } from '../components/save-as.ts';
import { open, type Query } from './admin-api.ts';
import type { AuditEvent } from './answers.ts';
import { EventAccount, EventActor, EventClient, EventName, keyOfEvent } from './audit-event.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { useFollowing } from './audit-following.ts';
import { fillCount, TimeAgo } from './components/format.tsx';
import { Icon } from './components/icon.tsx';
import { ListView } from './components/list.tsx';
import { Screen } from './components/screen.tsx';
import type { Column } from './components/table.tsx';
import { toast, toastRefusal } from './components/toasts.tsx';
import { useList } from './components/use-list.ts';
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

/** A file, which a link could not ask for: it has no token. */
async function download(format: 'csv' | 'jsonl', filters: Query): Promise<void> {
  const answer = await open('/api/admin/audit/export', { format, ...filters });
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

function Audit() {
  const list = useList<AuditEvent>('/api/admin/audit', ['query', 'event', 'actor', 'from', 'to']);
  const { address } = list;
  const live = useFollowing(list);
  const exportButton = (format: 'csv' | 'jsonl', label: string) => (
    <Button
      isCompact
      icon={<Icon name="download" />}
      label={label}
      aria-label={fill(texts.exportLabel, { format: label })}
      run={() => download(format, address.values)}
    />
  );
  const actions = (
    <>
      <button
        class="button plain compact live-toggle"
        type="button"
        id="follow"
        data-state={live.state}
        aria-pressed={!live.isPaused}
        title={live.state === 'lost' ? texts.lost : texts.followHint}
        onClick={live.toggle}
      >
        <span class="live-dot" aria-hidden="true" />
        {texts.follow}
      </button>
      {exportButton('csv', texts.exportCsv)}
      {exportButton('jsonl', texts.exportJson)}
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
        filters={filters}
        keyOf={keyOfEvent}
        empty={{ text: texts.empty }}
      />
    </Screen>
  );
}

startScreen(Audit);
