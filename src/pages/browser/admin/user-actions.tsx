import { fill } from '../../texts/fill.ts';
import { isOwn } from '../account/owner.ts';
import { Button } from '../components/button.tsx';
import { saveAsJson } from '../components/save-as.ts';
import { type AdminReply, get, post, remove } from './admin-api.ts';
import type { UserDetails } from './answers.ts';
import { toast, toastRefusal } from './components/toasts.tsx';
import { confirmed } from './dialogs.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('user');

interface Action {
  readonly id: string;
  readonly label: string;
  readonly mood?: 'danger';
  readonly run: () => Promise<unknown>;
}

interface UserActionsProps {
  readonly user: UserDetails;
  readonly path: string;
  /** Shows the account as it is now. */
  readonly refresh: () => Promise<void>;
  /** Says that the account is deleted. */
  readonly deleted: (text: string) => void;
}

/** The buttons for what can be done with the account as it is. */
export const UserActions = (props: UserActionsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as freely in the browsers that we support.
  <div class="user-actions" role="group" aria-label={texts.actions}>
    {actionsFor(props).map(({ id, ...action }) => (
      <Button key={id} id={`do-${id}`} isCompact {...action} />
    ))}
  </div>
);

/**
 * Says what came of a change. Somebody else may have been quicker: the account is shown as it is now, and that says it.
 */
export function toastChange(reply: AdminReply<unknown>, text: string, undo?: () => Promise<string | undefined>): void {
  if (reply.ok) toast(text, { undo });
  else if (reply.code === 'too_many_emails') toast(texts.tooManyEmails, { mood: 'danger' });
  else if (reply.status === 409 && reply.code !== 'last_administrator') toast(texts.changed, { mood: 'neutral' });
  else toastRefusal(reply);
}

function actionsFor({ user, path, refresh, deleted }: UserActionsProps): Action[] {
  const { full_name: name, email } = user;
  const say = (text: string) => fill(text, { name, email });
  const change = (action: string, body?: object) => post(`${path}/${action}`, body);
  const done = async (reply: AdminReply<unknown>, text: string, undo?: () => Promise<string | undefined>) => {
    toastChange(reply, say(text), undo);
    await refresh();
  };
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
    await done(await change('suspend'), texts.suspended, undo);
  };
  const setRole = async (role: 'USER' | 'ADMIN') => {
    const isPromotion = role === 'ADMIN';
    const isSure = await confirmed({
      title: say(isPromotion ? texts.promoteTitle : texts.demoteTitle),
      lead: about(isPromotion ? texts.promoteLead : texts.demoteLead),
      action: isPromotion ? texts.promote : texts.demote,
      isDangerous: !isPromotion,
    });
    if (isSure) await done(await change('role', { role }), isPromotion ? texts.promoted : texts.demoted);
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
    else toastRefusal(reply);
  };
  const endSessions = async () => {
    if (!(await isSureOfSelf(texts.endAllOwnTitle, texts.endAllOwnLead, texts.endSessions))) return;
    await done(await change('end-sessions'), texts.sessionsEnded);
  };
  const send = (action: string, text: string) => async () => done(await change(action), text);

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
    hasFactor && { id: 'reset-factors', label: texts.resetFactors, mood: 'danger', run: resetFactors },
    { id: 'delete', label: texts.delete, mood: 'danger', run: deleteUser },
  ];
  return actions.filter((action) => action !== false);
}
