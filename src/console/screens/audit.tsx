import { DownloadMenu } from '../components/download-menu.tsx';
import { fillCount, TimeAgo } from '../components/format.tsx';
import { ListView } from '../components/list.tsx';
import { Screen } from '../components/screen.tsx';
import type { Column } from '../components/table.tsx';
import type { AuditEvent } from './answers.ts';
import { EventAccount, EventActor, EventClient, EventName, keyOfEvent } from './audit-event.tsx';
import { AuditFilters, AuditPresets } from './audit-filters.tsx';
import { useFollowing } from './audit-following.ts';
import { loadPart } from './dialogs.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('audit');
const MOODS = { off: '', waiting: 'open', on: 'good', lost: 'open' };

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

export default function Audit() {
  const { list, ...live } = useFollowing('/api/admin/audit', ['query', 'event', 'actor', 'from', 'to']);
  const { address } = list;
  const actions = (
    <>
      <button
        class="button plain compact"
        type="button"
        id="follow"
        data-state={live.state}
        aria-pressed={!live.isPaused}
        title={live.state === 'lost' ? texts.lost : texts.followHint}
        onClick={live.toggle}
      >
        <span class={`status ${MOODS[live.state]}`}>{texts.follow}</span>
      </button>
      <DownloadMenu path="/api/admin/audit/export" address={address} />
    </>
  );
  // Exists from the start, so that screen readers announce the button.
  const unseen = (
    <div class="unseen-bar" role="status">
      {live.unseen > 0 && (
        <button class="chip is-set" type="button" onClick={live.showUnseen}>
          {fillCount(texts.unseen, live.unseen)}
        </button>
      )}
    </div>
  );
  return (
    <Screen title={texts.title} search={{ label: texts.search, address }} actions={actions}>
      <ListView
        id="audit"
        caption={texts.caption}
        columns={COLUMNS}
        list={list}
        presets={<AuditPresets address={address} />}
        filters={<AuditFilters address={address} />}
        floating={unseen}
        keyOf={keyOfEvent}
        open={(event) => async () => (await loadPart(() => import('./audit-details.tsx')))?.showEvent(event)}
        empty={{ text: texts.empty }}
      />
    </Screen>
  );
}
