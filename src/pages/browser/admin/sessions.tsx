import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { deviceName, Person } from './accounts.tsx';
import { remove } from './admin-api.ts';
import type { ListedSession } from './answers.ts';
import { FilterChips } from './components/filters.tsx';
import { TimeAgo } from './components/format.tsx';
import { ListView } from './components/list.tsx';
import { Screen } from './components/screen.tsx';
import type { Column } from './components/table.tsx';
import { toast, toastRefusal } from './components/toasts.tsx';
import { useList } from './components/use-list.ts';
import { isSureToEnd } from './dialogs.ts';
import { userPage } from './screen-address.ts';
import { startScreen } from './start.tsx';
import { common, textsOf } from './texts.ts';

const texts = textsOf('sessions');

const columns = (end: (session: ListedSession) => Promise<void>): readonly Column<ListedSession>[] => [
  {
    name: 'user',
    label: texts.user,
    kind: 'main',
    cell: ({ full_name, email }) => <Person name={full_name} email={email} />,
  },
  {
    name: 'device',
    label: texts.device,
    cell: (session) => deviceName(session) || <span class="soft">{common.accounts.unknownDevice}</span>,
  },
  { name: 'address', label: texts.address, kind: 'wide', cell: ({ address }) => <span class="mono">{address}</span> },
  {
    name: 'began',
    label: texts.began,
    kind: 'wide',
    cell: ({ created_at }) => created_at !== null && <TimeAgo time={created_at} />,
  },
  {
    name: 'lastUsed',
    label: texts.lastUsed,
    cell: ({ last_used_at }) => last_used_at !== null && <TimeAgo time={last_used_at} />,
  },
  {
    name: 'end',
    label: texts.end,
    kind: 'tools',
    cell: (session) =>
      session.id !== null && (
        <Button
          isCompact
          label={texts.end}
          aria-label={fill(texts.endOf, { name: session.full_name })}
          run={() => end(session)}
        />
      ),
  },
];

function Sessions() {
  const list = useList<ListedSession>('/api/admin/sessions', ['user']);
  const { address } = list;
  const end = async ({ id, user_id, full_name }: ListedSession) => {
    if (id === null || !(await isSureToEnd(id))) return;
    const reply = await remove(`/api/admin/users/${user_id}/sessions/${id}`);
    // It has ended already: what was wanted.
    if (reply.ok || reply.code === 'session_not_found') toast(fill(texts.ended, { name: full_name }));
    else toastRefusal(reply);
    await list.reload();
  };
  const ofOne = (
    <FilterChips address={address} name="user" label={texts.ofOne} choices={[{ value: '', label: texts.showAll }]} />
  );
  return (
    <Screen title={texts.title}>
      <ListView
        id="sessions"
        caption={texts.caption}
        columns={columns(end)}
        list={list}
        filters={address.isNarrowed && ofOne}
        keyOf={({ id, user_id }) => id ?? String(user_id)}
        open={({ user_id }) => userPage(user_id)}
        empty={{ title: texts.emptyTitle, text: texts.empty }}
      />
    </Screen>
  );
}

startScreen(Sessions);
