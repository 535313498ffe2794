import { isOwn } from '../../pages/browser/account/owner.ts';
import { Button } from '../../pages/browser/components/button.tsx';
import { saveAsJson } from '../../pages/browser/components/save-as.ts';
import { fill } from '../../pages/texts/fill.ts';
import { Icon } from '../components/icon.tsx';
import { ActionMenu, type MenuAction } from '../components/menu.tsx';
import { toastReply } from '../components/toasts.tsx';
import { nameOf } from './accounts.tsx';
import { type AdminReply, get, post, remove } from './admin-api.ts';
import type { ShownUser } from './answers.ts';
import { confirmed, loadPart } from './dialogs.ts';
import { useOffered } from './screen-actions.ts';
import { common, frameData, textsOf } from './texts.ts';
import { toastChange } from './toast-change.ts';

const texts = textsOf('user');

interface UserActionsProps extends ShownUser {
  /** Called with the message to show instead of the account. */
  readonly deleted: (text: string) => void;
}

/** The one or two most likely actions as buttons, the others in a menu. */
export function UserActions(props: UserActionsProps) {
  const { likely, groups } = actionsFor(props);
  useOffered('user', nameOf(props.user), [...likely, ...groups.flat()]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers cannot lay out a fieldset freely.
    <div class="row user-actions" role="group" aria-label={texts.actions}>
      {likely.map(({ id, icon: _, ...action }) => (
        <Button key={id} id={`do-${id}`} isCompact {...action} />
      ))}
      <ActionMenu label={texts.more} icon={<Icon name="more" />} groups={groups} />
    </div>
  );
}

type Change = readonly [operation: string, done: string, body?: object];
const SUSPEND: Change = ['suspend', texts.suspended];
const REINSTATE: Change = ['reinstate', texts.reinstated];
const PROMOTE: Change = ['role', texts.promoted, { role: 'ADMIN' }];
const DEMOTE: Change = ['role', texts.demoted, { role: 'USER' }];

function actionsFor({ deleted, ...account }: UserActionsProps) {
  const { user, path, refresh } = account;
  const { email } = user;
  const isSelf = isOwn(user.id);
  const filled = (text: string) => fill(text, { name: nameOf(user), email });
  const warnAboutSelf = (lead: string) => (isSelf ? `${common.accounts.ownAccount} ${filled(lead)}` : filled(lead));
  const show = async (reply: AdminReply<unknown>, done: string, undo?: () => Promise<void>) => {
    toastChange(reply, filled(done), undo);
    await refresh();
  };
  const send = async ([operation, done, body]: Change, opposite?: Change): Promise<void> => {
    const reply = await post(`${path}/${operation}`, body);
    // Administrators may be unable to undo what they did to themselves.
    await show(reply, done, opposite && !isSelf ? () => send(opposite) : undefined);
  };
  /** Asks only administrators who change themselves; the others can undo it. */
  const isSureOfSelf = async (title: string, lead: string, action: string) =>
    !isSelf || (await confirmed({ title, lead, action, isDangerous: true }));
  const suspend = async () => {
    if (await isSureOfSelf(texts.suspendOwnTitle, texts.suspendOwnLead, texts.suspend)) await send(SUSPEND, REINSTATE);
  };
  const endSessions = async () => {
    const isSure = await isSureOfSelf(texts.endAllOwnTitle, texts.endAllOwnLead, texts.endSessions);
    if (isSure) await send(['end-sessions', texts.sessionsEnded]);
  };
  const promote = async () => {
    const [title, lead] = [filled(texts.promoteTitle), warnAboutSelf(texts.promoteLead)];
    if (await confirmed({ title, lead, action: texts.promote })) await send(PROMOTE, DEMOTE);
  };
  const demote = async () => {
    const [title, lead] = [filled(texts.demoteTitle), warnAboutSelf(texts.demoteLead)];
    if (await confirmed({ title, lead, action: texts.demote, isDangerous: true })) await send(DEMOTE, PROMOTE);
  };
  const resetFactors = async () => {
    const { resetFactorsTitle: title, resetFactorsLead: lead, resetFactors: action } = texts;
    if (!(await confirmed({ title, lead: warnAboutSelf(lead), action, typed: email }))) return;
    await send(['reset-second-factor', texts.factorsReset]);
  };
  const deleteUser = async () => {
    const { deleteTitle: title, deleteLead: lead, delete: action } = texts;
    if (!(await confirmed({ title, lead: warnAboutSelf(lead), action, typed: email }))) return;
    const reply = await remove(path);
    if (reply.ok) deleted(filled(texts.deleted));
    else await show(reply, '');
  };
  const download = async () => {
    const reply = await get<object>(`${path}/export`);
    if (reply.ok) saveAsJson(`user-${user.id}.json`, reply.data);
    toastReply(reply, common.lists.exported);
  };
  const picture = (name: 'uploadPicture' | 'removePicture') => async () =>
    (await loadPart(() => import('./user-picture.ts')))?.[name](account);

  const isSuspended = user.account_status === 'SUSPENDED';
  const isInactive = user.account_status === 'INACTIVE';
  const hasFactor = user.totp || user.passkeys.length > 0;
  // With the same id, the button keeps the focus when it becomes its opposite.
  const suspension: MenuAction = isSuspended
    ? { id: 'suspension', label: texts.reinstate, run: () => send(REINSTATE, SUSPEND) }
    : { id: 'suspension', label: texts.suspend, icon: 'suspend', run: suspend };
  const resend: MenuAction = {
    id: 'resend',
    label: user.invited ? texts.resendInvitation : texts.resend,
    run: () => send(['resend-verification', texts.resent]),
  };
  const sendLink: MenuAction = {
    id: 'send-reset',
    label: texts.sendReset,
    icon: 'emails',
    run: () => send(['send-reset', texts.resetSent]),
  };
  return {
    likely: isInactive ? [resend] : isSuspended ? [suspension] : [suspension, sendLink],
    groups: [
      thoseOf(
        isInactive && sendLink,
        user.account_status === 'ACTIVE' && {
          id: 'email',
          label: texts.change.emailTitle,
          icon: 'edit',
          run: async () => (await loadPart(() => import('./user-dialogs.tsx')))?.changeEmail(account),
        },
        { id: 'upload-picture', label: texts.change.uploadPicture, icon: 'add', run: picture('uploadPicture') },
        user.profile_image_url !== null && {
          id: 'remove-picture',
          label: texts.change.removePicture,
          icon: 'trash',
          run: picture('removePicture'),
        },
        frameData.features.actAsUser &&
          user.account_status === 'ACTIVE' &&
          user.role !== 'ADMIN' && {
            id: 'act-as',
            label: texts.actAs.menu,
            icon: 'actAs',
            run: async () => (await loadPart(() => import('./act-as-user.tsx')))?.actAsUser(account),
          },
        user.sessions.length > 0 && {
          id: 'end-sessions',
          label: texts.endSessions,
          icon: 'logout',
          run: endSessions,
        },
        { id: 'export', label: texts.export, icon: 'download', run: download },
      ),
      thoseOf(
        user.role === 'ADMIN' && { id: 'role', label: texts.demote, icon: 'shield', run: demote },
        user.role !== 'ADMIN' &&
          user.account_status === 'ACTIVE' && {
            id: 'role',
            label: texts.promote,
            icon: 'shield',
            run: promote,
          },
        isInactive && suspension,
      ),
      thoseOf(
        hasFactor && {
          id: 'reset-factors',
          label: texts.resetFactors,
          icon: 'keys',
          mood: 'danger',
          run: resetFactors,
        },
        { id: 'delete', label: texts.delete, icon: 'trash', mood: 'danger', run: deleteUser },
      ),
    ],
  };
}

const thoseOf = (...actions: readonly (MenuAction | false)[]): MenuAction[] =>
  actions.filter((action) => action !== false);
