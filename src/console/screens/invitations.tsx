import { Button } from '../../pages/browser/components/button.tsx';
import { serverNowMs } from '../../pages/browser/page.ts';
import { fill } from '../../pages/texts/fill.ts';
import { LocalDay, TimeAgo } from '../components/format.tsx';
import { Icon } from '../components/icon.tsx';
import { ListView } from '../components/list.tsx';
import { Screen } from '../components/screen.tsx';
import type { Column } from '../components/table.tsx';
import { toastReply } from '../components/toasts.tsx';
import { useList } from '../components/use-list.ts';
import { roleName } from './accounts.tsx';
import { post, remove } from './admin-api.ts';
import type { Invitation } from './answers.ts';
import { confirmed, loadPart } from './dialogs.ts';
import { userPage } from './screen-address.ts';
import { startScreen } from './start.tsx';
import { frameData, textsOf } from './texts.ts';

const texts = textsOf('invitations');
const PATH = '/api/admin/invitations';

type Action = (invitation: Invitation) => Promise<void>;

const columns = (resend: Action, cancel: Action): readonly Column<Invitation>[] => [
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
    cell: ({ expires_at }) =>
      Date.parse(expires_at) <= serverNowMs() ? (
        <span class="status bad">{texts.expired}</span>
      ) : (
        <LocalDay time={expires_at} />
      ),
  },
  {
    name: 'tools',
    label: texts.tools,
    kind: 'tools',
    cell: (one) => (
      <>
        <Button isCompact label={texts.resend} aria-label={`${texts.resend}: ${one.email}`} run={() => resend(one)} />{' '}
        <Button isCompact label={texts.cancel} aria-label={`${texts.cancel}: ${one.email}`} run={() => cancel(one)} />
      </>
    ),
  },
];

function Invitations() {
  const list = useList<Invitation>(PATH, []);
  const resend: Action = async ({ id, email }) => {
    toastReply(await post(`/api/admin/users/${id}/resend-verification`), fill(texts.resent, { email }));
    await list.reload();
  };
  const cancel: Action = async ({ id, email }) => {
    const lead = fill(texts.cancelLead, { email });
    if (!(await confirmed({ title: texts.cancelTitle, lead, action: texts.cancelAction, isDangerous: true }))) return;
    toastReply(await remove(`${PATH}/${id}`), fill(texts.cancelled, { email }));
    await list.reload();
  };
  const invite = async () => {
    const part = await loadPart(() => import('./invite-user.tsx'));
    if (await part?.inviteUser()) await list.reload();
  };
  const action = frameData.features.invitations && (
    <Button icon={<Icon name="add" />} label={texts.invite} mood="main" isCompact run={invite} />
  );
  return (
    <Screen title={texts.title} actions={action}>
      <ListView
        id="invitations"
        caption={texts.caption}
        columns={columns(resend, cancel)}
        list={list}
        keyOf={({ id }) => String(id)}
        open={({ id }) => userPage(id)}
        empty={{ title: texts.emptyTitle, text: texts.empty }}
      />
    </Screen>
  );
}

startScreen(Invitations);
