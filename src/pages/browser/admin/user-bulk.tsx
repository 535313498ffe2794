import type { CountedText } from '../../texts/fill.ts';
import { isOwn } from '../account/owner.ts';
import { Button } from '../components/button.tsx';
import { post } from './admin-api.ts';
import type { BulkOutcomes, ListedUser } from './answers.ts';
import { fillCount } from './components/format.tsx';
import { focusCurrentRow } from './components/row-keys.ts';
import { BulkBar, type Selection } from './components/selection.tsx';
import { toast, toastRefusal } from './components/toasts.tsx';
import { confirmed } from './dialogs.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('users');

type Action = 'suspend' | 'reinstate' | 'end-sessions' | 'delete';

const UNDONE_BY: Partial<Record<Action, Action>> = { suspend: 'reinstate', reinstate: 'suspend' };
const DONE: Readonly<Record<Action, CountedText>> = {
  suspend: texts.bulkSuspended,
  reinstate: texts.bulkReinstated,
  'end-sessions': texts.bulkEnded,
  delete: texts.bulkDeleted,
};

interface UserBulkProps {
  readonly selection: Selection;
  readonly users: readonly ListedUser[];
  readonly refresh: () => Promise<void>;
}

/** Whoever suspends or logs out many means others: the own account cannot be selected. */
export function UserBulk({ selection, users, refresh }: UserBulkProps) {
  const { keys, select } = selection;
  /** `undoing`: those that were changed, of which somebody else may have changed some since. */
  const run = async (action: Action, undoing?: readonly number[]): Promise<void> => {
    const ids = undoing ?? [...keys].map(Number);
    const reply = await post<BulkOutcomes>('/api/admin/users/bulk', { action, ids });
    if (!reply.ok) return toastRefusal(reply);
    select([]);
    focusCurrentRow();
    void refresh();
    const done = reply.data.outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
    const failed = ids.length - done.length;
    const parts = [
      ...(done.length > 0 ? [fillCount(DONE[action], done.length)] : []),
      ...(failed > 0 ? [fillCount(undoing ? texts.bulkChanged : texts.bulkFailed, failed)] : []),
    ];
    const opposite = undoing ? undefined : UNDONE_BY[action];
    toast(parts.join(' '), {
      mood: failed === 0 ? 'success' : 'neutral',
      undo: opposite !== undefined && done.length > 0 ? () => run(opposite, done) : undefined,
    });
  };
  const count = keys.size;
  const ask = async (action: Action, title: CountedText, lead: string, label: CountedText, typed?: string) => {
    const question = { title: fillCount(title, count), lead, action: fillCount(label, count), isDangerous: true };
    if (await confirmed({ ...question, ...(typed !== undefined && { typed }) })) await run(action);
  };
  const suspend = () => ask('suspend', texts.suspendTitle, texts.suspendLead, texts.suspendAction);
  const endSessions = () => ask('end-sessions', texts.endTitle, texts.endLead, texts.endAction);
  // What cannot be undone is typed: the address of one account, or how many there are.
  const [first] = users.filter(({ id }) => keys.has(String(id)));
  const typed = count === 1 && first ? first.email : String(count);
  const confirmDeletion = () => ask('delete', texts.deleteTitle, texts.deleteLead, texts.deleteAction, typed);
  return (
    <BulkBar selection={selection} note={users.some(({ id }) => isOwn(id)) ? texts.ownLeftOut : undefined}>
      <Button isCompact label={texts.suspend} run={suspend} />
      <Button isCompact label={texts.reinstate} run={() => run('reinstate')} />
      <Button isCompact label={texts.endSessions} run={endSessions} />
      <Button isCompact mood="danger" label={texts.delete} run={confirmDeletion} />
    </BulkBar>
  );
}
