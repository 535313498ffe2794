import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { isOwn } from '../account/owner.ts';
import { saveAs } from '../account/save-as.ts';
import { get, post, remove } from './admin-api.ts';
import type { UserDetails } from './answers.ts';
import { Button } from './components/button.tsx';
import { confirmed } from './components/confirm.tsx';
import { Group } from './components/group.tsx';
import { toastRefusal } from './components/toasts.tsx';
import { common, textsOf } from './texts.ts';
import type { UserChanges } from './user-changes.ts';

const texts = textsOf('user');

interface Action {
  readonly id: string;
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly run: () => Promise<unknown>;
}

interface UserActionsProps {
  readonly user: UserDetails;
  readonly path: string;
  readonly changes: UserChanges;
}

/** The buttons for what can be done with the account as it is. */
export const UserActions = (props: UserActionsProps) => (
  <Group class="user-actions" label={texts.actions}>
    {actionsFor(props).map((action) => (
      <ActionButton key={action.id} {...action} />
    ))}
  </Group>
);

function ActionButton({ id, label, isDangerous = false, run }: Action) {
  const [isBusy, setBusy] = useState(false);
  const click = async () => {
    if (isBusy) return;
    setBusy(true);
    await run();
    setBusy(false);
  };
  return (
    <Button
      id={`do-${id}`}
      mood={isDangerous ? 'danger' : 'plain'}
      isCompact
      aria-disabled={isBusy}
      onClick={() => void click()}
      label={label}
    />
  );
}

function actionsFor({ user, path, changes }: UserActionsProps): Action[] {
  const { done, refresh, setDeleted } = changes;
  const { full_name: name, email } = user;
  const say = (text: string) => fill(text, { name, email });
  const change = (action: string, body?: object) => post(`${path}/${action}`, body);
  const isSelf = isOwn(user.id);
  /** What concerns oneself is said first. */
  const about = (lead: string) => (isSelf ? `${common.accounts.ownAccount} ${say(lead)}` : say(lead));
  /** For what others are spared a question about, because it can be undone: after this, not by oneself. */
  const isSureOfSelf = async (title: string, lead: string, action: string) =>
    !isSelf || (await confirmed({ title, lead, action, isDangerous: true }));

  const suspend = async () => {
    if (!(await isSureOfSelf(texts.suspendOwnTitle, texts.suspendOwnLead, texts.suspend))) return;
    const undo = async () => {
      const reply = await change('reinstate');
      await refresh();
      return reply.ok ? say(texts.reinstated) : texts.changed;
    };
    await done(await change('suspend'), say(texts.suspended), undo);
  };
  const setRole = async (role: 'USER' | 'ADMIN') => {
    const isPromotion = role === 'ADMIN';
    const isSure = await confirmed({
      title: say(isPromotion ? texts.promoteTitle : texts.demoteTitle),
      lead: about(isPromotion ? texts.promoteLead : texts.demoteLead),
      action: isPromotion ? texts.promote : texts.demote,
      isDangerous: !isPromotion,
    });
    if (isSure) await done(await change('role', { role }), say(isPromotion ? texts.promoted : texts.demoted));
  };
  const resetFactors = async () => {
    const { resetFactorsTitle: title, resetFactorsLead: lead, resetFactors: action } = texts;
    if (!(await confirmed({ title, lead: about(lead), action, typed: email }))) return;
    await done(await change('reset-second-factor'), say(texts.factorsReset));
  };
  const deleteUser = async () => {
    const { deleteTitle: title, deleteLead: lead, delete: action } = texts;
    if (!(await confirmed({ title, lead: about(lead), action, typed: email }))) return;
    const reply = await remove(path);
    if (reply.ok) setDeleted(say(texts.deleted));
    else await done(reply, '');
  };
  const download = async () => {
    const reply = await get<object>(`${path}/export`);
    if (reply.ok) saveAs(`user-${user.id}.json`, 'application/json', JSON.stringify(reply.data, null, 2));
    else toastRefusal(reply);
  };
  const endSessions = async () => {
    if (!(await isSureOfSelf(texts.endAllOwnTitle, texts.endAllOwnLead, texts.endSessions))) return;
    await done(await change('end-sessions'), say(texts.sessionsEnded));
  };
  const send = (action: string, text: string) => async () => done(await change(action), say(text));

  const isSuspended = user.account_status === 'SUSPENDED';
  const isInactive = user.account_status === 'INACTIVE';
  const hasFactor = user.totp || user.passkeys.length > 0;
  const actions: (Action | false)[] = [
    // One button, which keeps the focus when it becomes its opposite.
    isSuspended
      ? { id: 'suspension', label: texts.reinstate, run: send('reinstate', texts.reinstated) }
      : { id: 'suspension', label: texts.suspend, run: suspend },
    isInactive && {
      id: 'resend',
      label: user.invited ? texts.resendInvitation : texts.resend,
      run: send('resend-verification', texts.resent),
    },
    !isSuspended && { id: 'send-reset', label: texts.sendReset, run: send('send-reset', texts.resetSent) },
    user.sessions.length > 0 && { id: 'end-sessions', label: texts.endSessions, run: endSessions },
    { id: 'export', label: texts.export, run: download },
    user.role === 'ADMIN'
      ? { id: 'role', label: texts.demote, run: () => setRole('USER') }
      : !isSuspended && !isInactive && { id: 'role', label: texts.promote, run: () => setRole('ADMIN') },
    hasFactor && { id: 'reset-factors', label: texts.resetFactors, isDangerous: true, run: resetFactors },
    { id: 'delete', label: texts.delete, isDangerous: true, run: deleteUser },
  ];
  return actions.filter((action) => action !== false);
}
