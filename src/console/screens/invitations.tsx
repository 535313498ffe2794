import { Button } from '../../pages/browser/components/button.tsx';
import { type CountedText, fill } from '../../pages/texts/fill.ts';
import { Expiry, fillCount, TimeAgo } from '../components/format.tsx';
import { Icon } from '../components/icon.tsx';
import { ListView } from '../components/list.tsx';
import { Screen } from '../components/screen.tsx';
import { BulkBar, type Selection, selectColumn, useSelection } from '../components/selection.tsx';
import type { Column } from '../components/table.tsx';
import { toastOutcomes } from '../components/toasts.tsx';
import { useAddress, useList } from '../components/use-list.ts';
import { roleName } from './accounts.tsx';
import { post } from './admin-api.ts';
import type { BulkOutcomes, Invitation } from './answers.ts';
import { inBatches } from './bulk.ts';
import { confirmed, invite } from './dialogs.ts';
import { userPage } from './screen-address.ts';
import { frameData, textsOf } from './texts.ts';

const texts = textsOf('invitations');
const PATH = '/api/admin/invitations';

const keyOf = ({ id }: Invitation): string => String(id);

const columns = (selection: Selection): readonly Column<Invitation>[] => [
  selectColumn(selection, keyOf, ({ email }) => fill(texts.selectOne, { email })),
  { name: 'email', label: texts.columns.email, kind: 'main', cell: ({ email }) => email },
  { name: 'role', label: texts.columns.role, kind: 'wide', cell: ({ role }) => roleName(role) },
  {
    name: 'by',
    label: texts.columns.by,
    cell: ({ invited_by, invited_by_email }) =>
      invited_by_email ?? invited_by ?? <span class="soft">{texts.byUnknown}</span>,
  },
  { name: 'sent', label: texts.columns.sent, cell: ({ sent_at }) => <TimeAgo time={sent_at} /> },
  {
    name: 'expires',
    label: texts.columns.expires,
    cell: ({ expires_at }) => <Expiry time={expires_at} expired={texts.expired} />,
  },
];

export default function Invitations() {
  const list = useList<Invitation>(PATH, useAddress([]));
  const items = list.items ?? [];
  const selection = useSelection(items.map(keyOf));
  const selected = items.filter((item) => selection.keys.has(keyOf(item)));
  const namesOf = (of: readonly Invitation[]) => ({ email: of.map(({ email }) => email).join(', ') });
  const filled = (text: CountedText) => fillCount(text, selected.length, namesOf(selected));
  const act = async (action: 'resend-verification' | 'cancel-invitation', done: CountedText) => {
    const outcomes = await inBatches(selected, (batch) =>
      post<BulkOutcomes>('/api/admin/users/bulk', { action, ids: batch.map(({ id }) => id) }),
    );
    if (outcomes.length === 0) return;
    const outcomeOf = new Map(outcomes.map(({ id, outcome }) => [id, outcome]));
    const sent = selected.filter(({ id }) => outcomeOf.has(id));
    selection.select(selected.filter((item) => !sent.includes(item)).map(keyOf));
    toastOutcomes(
      [
        { text: done, of: sent.filter(({ id }) => outcomeOf.get(id) === 'done') },
        { text: texts.notDone, of: sent.filter(({ id }) => outcomeOf.get(id) !== 'done') },
      ],
      namesOf,
    );
    await list.reload();
  };
  const cancel = async () => {
    const question = {
      title: filled(texts.cancelTitle),
      lead: filled(texts.cancelLead),
      action: filled(texts.cancelAction),
      isDangerous: true,
    };
    if (await confirmed(question)) await act('cancel-invitation', texts.cancelled);
  };
  const action = frameData.features.invitations && (
    <Button icon={<Icon name="add" />} label={texts.invite} mood="main" isCompact run={() => invite(list.reload)} />
  );
  return (
    <Screen title={texts.title} actions={action}>
      <ListView
        id="invitations"
        caption={texts.caption}
        columns={columns(selection)}
        list={list}
        keyOf={keyOf}
        open={({ id }) => userPage(id)}
        empty={{ title: texts.emptyTitle, text: texts.empty }}
      />
      <BulkBar selection={selection}>
        <Button isCompact label={texts.resend} run={() => act('resend-verification', texts.resent)} />
        <Button isCompact mood="danger" label={texts.cancel} run={cancel} />
      </BulkBar>
    </Screen>
  );
}
