import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { isOwn } from '../account/owner.ts';
import { Button } from '../components/button.tsx';
import { post } from './admin-api.ts';
import type { BulkOutcomes, ListedUser } from './answers.ts';
import { fillCount, formatNumber } from './components/format.tsx';
import { toast, toastRefusal } from './components/toasts.tsx';
import { confirmed } from './dialogs.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('users');

/** As many as the service takes at once. */
const MOST = 100;

type Action = 'suspend' | 'reinstate' | 'end-sessions' | 'delete';

/** The accounts that are selected, of those that the list shows. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  select(ids: Iterable<number>): void;
}

export function useSelection(shown: readonly ListedUser[] | undefined): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return {
    ids: new Set((shown ?? []).map(({ id }) => id).filter((id) => chosen.has(id))),
    select: (ids) => setChosen(new Set([...ids].slice(0, MOST))),
  };
}

interface SelectBoxProps {
  readonly user: ListedUser;
  readonly selection: Selection;
}

/** The checkbox of a row. Whoever suspends or logs out many means others: the own account cannot be selected. */
export const SelectBox = ({ user: { id, full_name }, selection: { ids, select } }: SelectBoxProps) => (
  <label class="select-box">
    <input
      type="checkbox"
      checked={ids.has(id)}
      disabled={isOwn(id)}
      title={isOwn(id) ? texts.selectOwn : undefined}
      aria-label={isOwn(id) ? texts.selectOwn : fill(texts.selectOne, { name: full_name })}
      onChange={({ currentTarget }) => {
        if (!currentTarget.checked) return select([...ids].filter((one) => one !== id));
        select([...ids, id]);
        // It stays as it was when there are too many already.
        currentTarget.checked = ids.size < MOST;
      }}
    />
  </label>
);

interface BulkBarProps {
  readonly selection: Selection;
  readonly users: readonly ListedUser[];
  readonly refresh: () => Promise<void>;
}

const UNDONE_BY: Partial<Record<Action, Action>> = { suspend: 'reinstate', reinstate: 'suspend' };

/** What can be done with the accounts that are selected, in a bar at the foot of the screen. */
export function BulkBar({ selection: { ids, select }, users, refresh }: BulkBarProps) {
  const change = async (action: Action, some: readonly number[]): Promise<readonly number[] | undefined> => {
    const reply = await post<BulkOutcomes>('/api/admin/users/bulk', { action, ids: some });
    if (!reply.ok) {
      toastRefusal(reply);
      return undefined;
    }
    select([]);
    void refresh();
    return reply.data.outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
  };
  const run = async (action: Action) => {
    const count = ids.size;
    const done = await change(action, [...ids]);
    if (!done) return;
    const isAll = done.length === count;
    const opposite = UNDONE_BY[action];
    const undo = async (): Promise<undefined> => {
      if (opposite) await change(opposite, done);
    };
    toast(fillCount(isAll ? texts.bulkDone : texts.bulkSome, count, { done: formatNumber(done.length) }), {
      mood: isAll ? 'success' : 'neutral',
      undo: opposite !== undefined && done.length > 0 ? undo : undefined,
    });
  };
  const confirmDeletion = async () => {
    const [first] = users.filter(({ id }) => ids.has(id));
    const isSure = await confirmed({
      title: fillCount(texts.deleteTitle, ids.size),
      lead: texts.deleteLead,
      action: fillCount(texts.deleteAction, ids.size),
      // What cannot be undone is typed: the address of one account, or how many there are.
      typed: ids.size === 1 && first ? first.email : String(ids.size),
    });
    if (isSure) await run('delete');
  };
  if (ids.size === 0) return null;
  const others = users.map(({ id }) => id).filter((id) => !isOwn(id));
  return (
    <section class="bulk" aria-label={texts.select}>
      <p role="status">{fill(texts.selected, { count: formatNumber(ids.size) })}</p>
      <Button isCompact label={texts.selectShown} run={() => select(others)} />
      <Button isCompact label={texts.suspend} run={() => run('suspend')} />
      <Button isCompact label={texts.reinstate} run={() => run('reinstate')} />
      <Button isCompact label={texts.endSessions} run={() => run('end-sessions')} />
      <Button isCompact mood="danger" label={texts.delete} run={confirmDeletion} />
      <Button isCompact label={texts.clear} run={() => select([])} />
    </section>
  );
}
