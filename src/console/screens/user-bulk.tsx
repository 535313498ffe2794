import { isOwn } from '../../pages/browser/account/owner.ts';
import { Button } from '../../pages/browser/components/button.tsx';
import type { CountedText } from '../../pages/texts/fill.ts';
import { fillCount, formatNumber } from '../components/format.tsx';
import { focusCurrentRow } from '../components/row-keys.ts';
import { BulkBar, type Selection } from '../components/selection.tsx';
import { toastOutcomes } from '../components/toasts.tsx';
import { nameOf } from './accounts.tsx';
import { post } from './admin-api.ts';
import type { BulkOutcomes, ListedUser } from './answers.ts';
import { inBatches } from './bulk.ts';
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

const MAX_NAMES = 3;

interface UserBulkProps {
  readonly selection: Selection;
  readonly users: readonly ListedUser[];
  readonly refresh: () => Promise<void>;
}

export function UserBulk({ selection, users, refresh }: UserBulkProps) {
  const { keys, select } = selection;
  /** `undoing`: the ids to change back. */
  const run = async (action: Action, undoing?: readonly number[]): Promise<void> => {
    const outcomes = await inBatches(undoing ?? [...keys].map(Number), (ids) =>
      post<BulkOutcomes>('/api/admin/users/bulk', { action, ids }),
    );
    if (outcomes.length === 0) return;
    const ids = outcomes.map(({ id }) => id);
    select([...keys].filter((key) => !ids.includes(Number(key))));
    focusCurrentRow();
    void refresh();
    const idsWith = (result: string) => outcomes.filter(({ outcome }) => outcome === result).map(({ id }) => id);
    const [done, gone] = [idsWith('done'), idsWith('user_not_found')];
    const failed = ids.filter((id) => !done.includes(id) && !gone.includes(id));
    const opposite = undoing ? undefined : UNDONE_BY[action];
    toastOutcomes(
      [
        { text: DONE[action], of: done },
        { text: texts.bulkGone, of: gone },
        { text: undoing ? texts.bulkChanged : texts.bulkFailed, of: failed },
      ],
      (of) => ({ who: whoOf(of) }),
      opposite !== undefined && done.length > 0 ? () => run(opposite, done) : undefined,
    );
  };
  /** Names, or the number if there are many. */
  const whoOf = (ids: readonly number[]): string =>
    ids.length > MAX_NAMES
      ? formatNumber(ids.length)
      : users.flatMap((user) => (ids.includes(user.id) ? [nameOf(user)] : [])).join(', ');
  const count = keys.size;
  const ask = async (action: Action, title: CountedText, lead: string, label: CountedText, typed?: string) => {
    const question = { title: fillCount(title, count), lead, action: fillCount(label, count), isDangerous: true };
    if (await confirmed({ ...question, ...(typed !== undefined && { typed }) })) await run(action);
  };
  const suspend = () => ask('suspend', texts.suspendTitle, texts.suspendLead, texts.suspendAction);
  const endSessions = () => ask('end-sessions', texts.endTitle, texts.endLead, texts.endAction);
  // To confirm a deletion, type the address of the account, or the number of accounts.
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
