import { isOwn } from '../../pages/browser/account/owner.ts';
import { Button } from '../../pages/browser/components/button.tsx';
import { saveAsJson } from '../../pages/browser/components/save-as.ts';
import { fill } from '../../pages/texts/fill.ts';
import { Icon } from '../components/icon.tsx';
import { ActionMenu, type MenuAction } from '../components/menu.tsx';
import { toastReply } from '../components/toasts.tsx';
import { nameOf } from './accounts.tsx';
import { type AdminReply, get, post, remove } from './admin-api.ts';
import type { UserDetails } from './answers.ts';
import { confirmed, loadPart } from './dialogs.ts';
import { common, frameData, textsOf } from './texts.ts';
import { toastChange } from './toast-change.ts';

const texts = textsOf('user');

interface UserActionsProps {
  readonly user: UserDetails;
  readonly path: string;
  /** Shows the account as it is now. */
  readonly refresh: () => Promise<void>;
  /** Says that the account is deleted. */
  readonly deleted: (text: string) => void;
}

/** The one or two most likely actions as buttons, the others in a menu. */
export function UserActions(props: UserActionsProps) {
  const { likely, groups } = actionsFor(props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers cannot lay out a fieldset freely.
    <div class="user-actions" role="group" aria-label={texts.actions}>
      {likely.map(({ id, icon: _, ...action }) => (
        <Button key={id} id={`do-${id}`} isCompact {...action} />
      ))}
      <ActionMenu label={texts.more} icon={<Icon name="more" />} groups={groups} />
    </div>
  );
}

interface UserChoices {
  readonly likely: readonly MenuAction[];
  readonly groups: readonly (readonly MenuAction[])[];
}

function actionsFor({ user, path, refresh, deleted }: UserActionsProps): UserChoices {
  const { email } = user;
  const say = (text: string) => fill(text, { name: nameOf(user), email });
  const change = (action: string, body?: object) => post(`${path}/${action}`, body);
  const isSelf = isOwn(user.id);
  /** The opposite of what was done. What concerns oneself cannot be undone by oneself. */
  const undoBy = (action: string, body: object, text: string) =>
    isSelf ? undefined : async () => done(await change(action, body), text);
  const done = async (reply: AdminReply<unknown>, text: string, undo?: () => Promise<void>) => {
    toastChange(reply, say(text), undo);
    await refresh();
  };
  /** What concerns oneself is said first. */
  const about = (lead: string) => (isSelf ? `${common.accounts.ownAccount} ${say(lead)}` : say(lead));
  /** For what others are spared a question about, because it can be undone: after this, not by oneself. */
  const isSureOfSelf = async (title: string, lead: string, action: string) =>
    !isSelf || (await confirmed({ title, lead, action, isDangerous: true }));

  const suspend = async () => {
    if (!(await isSureOfSelf(texts.suspendOwnTitle, texts.suspendOwnLead, texts.suspend))) return;
    await done(await change('suspend'), texts.suspended, undoBy('reinstate', {}, texts.reinstated));
  };
  const reinstate = async () =>
    done(await change('reinstate'), texts.reinstated, undoBy('suspend', {}, texts.suspended));
  const setRole = async (role: 'USER' | 'ADMIN') => {
    const isPromotion = role === 'ADMIN';
    const isSure = await confirmed({
      title: say(isPromotion ? texts.promoteTitle : texts.demoteTitle),
      lead: about(isPromotion ? texts.promoteLead : texts.demoteLead),
      action: isPromotion ? texts.promote : texts.demote,
      isDangerous: !isPromotion,
    });
    if (!isSure) return;
    const [text, undone] = isPromotion ? [texts.promoted, texts.demoted] : [texts.demoted, texts.promoted];
    await done(await change('role', { role }), text, undoBy('role', { role: user.role }, undone));
  };
  const resetFactors = async () => {
    const { resetFactorsTitle: title, resetFactorsLead: lead, resetFactors: action } = texts;
    if (!(await confirmed({ title, lead: about(lead), action, typed: email }))) return;
    await done(await change('reset-second-factor'), texts.factorsReset);
  };
  const deleteUser = async () => {
    const { deleteTitle: title, deleteLead: lead, delete: action } = texts;
    if (!(await confirmed({ title, lead: about(lead), action, typed: email }))) return;
    const reply = await remove(path);
    if (reply.ok) deleted(say(texts.deleted));
    else await done(reply, '');
  };
  const download = async () => {
    const reply = await get<object>(`${path}/export`);
    if (reply.ok) saveAsJson(`user-${user.id}.json`, reply.data);
    toastReply(reply, common.lists.exported);
  };
  const endSessions = async () => {
    if (!(await isSureOfSelf(texts.endAllOwnTitle, texts.endAllOwnLead, texts.endSessions))) return;
    await done(await change('end-sessions'), texts.sessionsEnded);
  };
  const send = (action: string, text: string) => async () => done(await change(action), text);

  const ofPicture = (name: 'uploadPicture' | 'removePicture') => async () =>
    (await loadPart(() => import('./user-picture.ts')))?.[name](user, path, refresh);

  const isSuspended = user.account_status === 'SUSPENDED';
  const isInactive = user.account_status === 'INACTIVE';
  const hasFactor = user.totp || user.passkeys.length > 0;
  // The first button keeps the focus when it becomes its opposite.
  const suspension: MenuAction = isSuspended
    ? { id: 'suspension', label: texts.reinstate, run: reinstate }
    : { id: 'suspension', label: texts.suspend, icon: 'suspend', run: suspend };
  const resend: MenuAction = {
    id: 'resend',
    label: user.invited ? texts.resendInvitation : texts.resend,
    run: send('resend-verification', texts.resent),
  };
  const sendLink: MenuAction = {
    id: 'send-reset',
    label: texts.sendReset,
    icon: 'emails',
    run: send('send-reset', texts.resetSent),
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
          run: async () => (await loadPart(() => import('./user-dialogs.tsx')))?.changeEmail({ user, path, refresh }),
        },
        { id: 'upload-picture', label: texts.change.uploadPicture, icon: 'add', run: ofPicture('uploadPicture') },
        user.profile_image_url !== null && {
          id: 'remove-picture',
          label: texts.change.removePicture,
          icon: 'trash',
          run: ofPicture('removePicture'),
        },
        frameData.features.actAsUser &&
          user.account_status === 'ACTIVE' &&
          user.role !== 'ADMIN' && {
            id: 'act-as',
            label: texts.actAs.menu,
            icon: 'actAs',
            run: async () => (await loadPart(() => import('./act-as-user.tsx')))?.actAsUser(user, path),
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
        user.role === 'ADMIN' && { id: 'role', label: texts.demote, icon: 'shield', run: () => setRole('USER') },
        user.role !== 'ADMIN' &&
          user.account_status === 'ACTIVE' && {
            id: 'role',
            label: texts.promote,
            icon: 'shield',
            run: () => setRole('ADMIN'),
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
