import { useEffect } from 'preact/hooks';
import { isOwn } from '../../pages/browser/account/owner.ts';
import { Button } from '../../pages/browser/components/button.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { DownloadMenu } from '../components/download-menu.tsx';
import { FilterChips, FilterSelect } from '../components/filters.tsx';
import { dayOf, formatNumber, LocalDay, TimeAgo } from '../components/format.tsx';
import { Icon } from '../components/icon.tsx';
import { ListView } from '../components/list.tsx';
import { useLoaded } from '../components/loaded.tsx';
import { Screen } from '../components/screen.tsx';
import { type Selection, selectColumn, useSelection } from '../components/selection.tsx';
import type { Column } from '../components/table.tsx';
import { useAddress, useList } from '../components/use-list.ts';
import { AccountStatus, Person, roleName } from './accounts.tsx';
import type { ListedUser, UserCounts } from './answers.ts';
import { invite } from './dialogs.ts';
import { userPage } from './screen-address.ts';
import { common, frameData, textsOf } from './texts.ts';
import { UserBulk } from './user-bulk.tsx';

const texts = textsOf('users');
const { accounts } = common;

const keyOf = ({ id }: ListedUser): string => String(id);

const columns = (selection: Selection): readonly Column<ListedUser>[] => [
  selectColumn(selection, keyOf, ({ id, full_name }) =>
    isOwn(id) ? texts.selectOwn : fill(texts.selectOne, { name: full_name }),
  ),
  {
    name: 'name',
    label: texts.name,
    kind: 'main',
    sort: 'name',
    cell: ({ full_name, email }) => <Person name={full_name} email={email} />,
  },
  {
    name: 'status',
    label: texts.status,
    cell: ({ account_status, deletion_due_at }) => (
      <>
        <AccountStatus status={account_status} />
        {deletion_due_at !== null && (
          <div class="soft small">{fill(texts.deletedOn, { date: dayOf(deletion_due_at) })}</div>
        )}
      </>
    ),
  },
  { name: 'role', label: texts.role, kind: 'wide', cell: ({ role }) => roleName(role) },
  {
    name: 'factors',
    label: texts.factors,
    kind: 'wide',
    cell: ({ factors }) =>
      factors.length === 0 ? (
        <span class="soft">{texts.none}</span>
      ) : (
        factors.map((factor) => accounts[factor]).join(', ')
      ),
  },
  {
    name: 'lastSeen',
    label: texts.lastSeen,
    kind: 'wide',
    sort: 'seen',
    // From the open sessions: users without one may have logged in before.
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? <span class="soft">{texts.noSession}</span> : <TimeAgo time={last_seen_at} />,
  },
  { name: 'created', label: texts.created, sort: 'created', cell: ({ created_at }) => <LocalDay time={created_at} /> },
];

/** Empty until the counts are loaded. */
const countText = (counts: UserCounts | undefined, name: keyof UserCounts): string => {
  const found = counts?.[name];
  if (!found) return '';
  return found.more ? fill(texts.atLeast, { count: formatNumber(found.count) }) : formatNumber(found.count);
};

export default function Users() {
  const list = useList<ListedUser>(
    '/api/admin/users',
    useAddress(['query', 'sort', 'status', 'role', 'factor', 'provider']),
  );
  const { address, items = [] } = list;
  const { query, role, factor, provider } = address.values;
  const counts = useLoaded<UserCounts>('/api/admin/users/counts', { query, role, factor, provider });
  const count = (name: keyof UserCounts) => countText(counts.data, name);
  const refresh = async () => void (await Promise.all([list.reload(), counts.reload()]));
  const selection = useSelection(items.filter(({ id }) => !isOwn(id)).map(keyOf));
  const admins = count('admins');
  const states = (
    <FilterChips
      address={address}
      name="status"
      label={texts.status}
      choices={[
        { value: '', label: texts.all, count: count('all') },
        { value: 'ACTIVE', label: accounts.active, count: count('active') },
        { value: 'INACTIVE', label: accounts.inactive, count: count('inactive') },
        { value: 'SUSPENDED', label: accounts.suspended, count: count('suspended') },
      ]}
    />
  );
  const filters = (
    <>
      <FilterSelect
        address={address}
        name="role"
        label={texts.role}
        any={texts.allRoles}
        choices={[
          { value: 'ADMIN', label: admins === '' ? texts.admins : `${texts.admins} (${admins})` },
          { value: 'USER', label: texts.onlyUsers },
        ]}
      />
      <FilterSelect
        address={address}
        name="factor"
        label={texts.factors}
        any={texts.anyFactor}
        choices={choicesOf({ totp: accounts.totp, passkey: accounts.passkey, none: texts.noFactor })}
      />
      {frameData.identityProviders.length > 0 && (
        <FilterSelect
          address={address}
          name="provider"
          label={texts.loginMethod}
          any={texts.loginMethod}
          choices={[
            ...frameData.identityProviders.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'none', label: texts.noLoginMethod },
          ]}
        />
      )}
      <FilterSelect
        address={address}
        name="sort"
        label={texts.order}
        isOnlyNarrow
        any={texts.newestFirst}
        choices={choicesOf({ name: texts.byName, '-seen': texts.lastSeenFirst, seen: texts.longestUnseenFirst })}
      />
    </>
  );
  useEffect(() => {
    // The command palette leads here.
    if (location.hash === '#invite' && frameData.features.invitations) void invite(refresh);
  }, []);
  const actions = (
    <>
      <DownloadMenu path="/api/admin/users/export" address={address} />
      {frameData.features.invitations && (
        <Button icon={<Icon name="add" />} label={texts.invite} mood="main" isCompact run={() => invite(refresh)} />
      )}
    </>
  );
  return (
    <Screen title={texts.title} search={{ label: texts.search, address }} actions={actions}>
      <ListView
        id="users"
        caption={texts.caption}
        columns={columns(selection)}
        list={list}
        order="-created"
        presets={states}
        filters={filters}
        keyOf={keyOf}
        open={({ id }) => userPage(id)}
        empty={{ title: texts.emptyTitle, text: texts.empty }}
      />
      <UserBulk selection={selection} users={items} refresh={refresh} />
    </Screen>
  );
}
