import { fill } from '../../texts/fill.ts';
import { isOwn } from '../account/owner.ts';
import { saveAs } from '../account/save-as.ts';
import { type AdminReply, get, post, remove } from './admin-api.ts';
import { confirmed } from './confirm.ts';
import { element } from './element.ts';
import { toastRefusal } from './toast.ts';
import type { UserDetails } from './user-data.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('user');

export interface Does {
  /** `text` says what has been done; `undo` takes it back. */
  done(reply: AdminReply<unknown>, text: string, undo?: () => Promise<string | undefined>): Promise<void>;
  /** Shows the account as it is now. */
  refresh(): Promise<void>;
  /** The account is deleted. */
  gone(text: string): void;
}

interface Action {
  readonly id: string;
  readonly label: string;
  readonly isDangerous?: boolean;
  run(): Promise<unknown>;
}

/** The buttons for what can be done with the account as it is. */
export function userActions(user: UserDetails, path: string, { done, refresh, gone }: Does): HTMLElement {
  const { full_name: name, email } = user;
  const say = (text: string) => fill(text, { name, email });
  const change = (action: string, body?: object) => post(`${path}/${action}`, body);

  const isSelf = isOwn(user.id);
  /** What concerns oneself is said first. */
  const about = (lead: string) => (isSelf ? `${common.accounts.ownAccount} ${say(lead)}` : say(lead));
  /** For what others are spared a question about, because it can be undone: after this, not by oneself. */
  const isSureOfSelf = async (title: string, lead: string, action: string) =>
    !isSelf || (await confirmed({ title, lead, action, isDangerous: true }));

  const suspend = async (): Promise<void> => {
    if (!(await isSureOfSelf(words.suspendOwnTitle, words.suspendOwnLead, words.suspend))) return;
    const undo = async () => {
      const reply = await change('reinstate');
      await refresh();
      return reply.ok ? say(words.reinstated) : words.changed;
    };
    await done(await change('suspend'), say(words.suspended), undo);
  };
  const setRole = async (role: 'USER' | 'ADMIN'): Promise<void> => {
    const isPromotion = role === 'ADMIN';
    const isSure = await confirmed({
      title: say(isPromotion ? words.promoteTitle : words.demoteTitle),
      lead: about(isPromotion ? words.promoteLead : words.demoteLead),
      action: isPromotion ? words.promote : words.demote,
      isDangerous: !isPromotion,
    });
    if (isSure) await done(await change('role', { role }), say(isPromotion ? words.promoted : words.demoted));
  };
  const resetFactors = async (): Promise<void> => {
    const { resetFactorsTitle: title, resetFactorsLead: lead, resetFactors: action } = words;
    if (!(await confirmed({ title, lead: about(lead), action, typed: email }))) return;
    await done(await change('reset-second-factor'), say(words.factorsReset));
  };
  const deleteIt = async (): Promise<void> => {
    const { deleteTitle: title, deleteLead: lead, delete: action } = words;
    if (!(await confirmed({ title, lead: about(lead), action, typed: email }))) return;
    const reply = await remove(path);
    if (reply.ok) gone(say(words.deleted));
    else await done(reply, '');
  };
  const download = async (): Promise<void> => {
    const reply = await get<object>(`${path}/export`);
    if (reply.ok) saveAs(`user-${user.id}.json`, 'application/json', JSON.stringify(reply.data, null, 2));
    else toastRefusal(reply);
  };
  const endSessions = async (): Promise<void> => {
    if (!(await isSureOfSelf(words.endAllOwnTitle, words.endAllOwnLead, words.endSessions))) return;
    await done(await change('end-sessions'), say(words.sessionsEnded));
  };
  const send = (action: string, text: string) => async () => done(await change(action), say(text));

  const isSuspended = user.account_status === 'SUSPENDED';
  const isInactive = user.account_status === 'INACTIVE';
  const hasFactor = user.totp || user.passkeys.length > 0;
  const reinstate = send('reinstate', words.reinstated);
  const actions: (Action | false)[] = [
    isSuspended
      ? { id: 'reinstate', label: words.reinstate, run: reinstate }
      : { id: 'suspend', label: words.suspend, run: suspend },
    isInactive && {
      id: 'resend',
      label: user.invited ? words.resendInvitation : words.resend,
      run: send('resend-verification', words.resent),
    },
    !isSuspended && { id: 'send-reset', label: words.sendReset, run: send('send-reset', words.resetSent) },
    user.sessions.length > 0 && {
      id: 'end-sessions',
      label: words.endSessions,
      run: endSessions,
    },
    { id: 'export', label: words.export, run: download },
    user.role === 'ADMIN'
      ? { id: 'demote', label: words.demote, run: () => setRole('USER') }
      : !isSuspended && !isInactive && { id: 'promote', label: words.promote, run: () => setRole('ADMIN') },
    hasFactor && { id: 'reset-factors', label: words.resetFactors, isDangerous: true, run: resetFactors },
    { id: 'delete', label: words.delete, isDangerous: true, run: deleteIt },
  ];
  return element(
    'div',
    { className: 'user-actions', attributes: { role: 'group' }, aria: { label: words.actions } },
    actions.filter((action) => action !== false).map(button),
  );
}

const button = ({ id, label, isDangerous = false, run }: Action): HTMLButtonElement => {
  const made = element(
    'button',
    { id: `do-${id}`, className: `button compact ${isDangerous ? 'danger' : 'plain'}`, type: 'button' },
    label,
  );
  made.addEventListener('click', async () => {
    made.disabled = true;
    await run();
    made.disabled = false;
  });
  return made;
};
