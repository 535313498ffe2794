import { fill } from '../../texts/fill.ts';
import { isOwn } from '../account/owner.ts';
import { byId } from '../page.ts';
import { post } from './admin-api.ts';
import { confirmed } from './confirm.ts';
import { element, replaceContent } from './element.ts';
import { fillCount, formatNumber } from './times.ts';
import { toast, toastRefusal } from './toast.ts';
import type { ListedUser } from './user-data.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('users');

/** As many as the service takes at once. */
const MOST = 100;

type Action = 'suspend' | 'reinstate' | 'end-sessions' | 'delete';

interface Outcomes {
  readonly outcomes: readonly { readonly id: number; readonly outcome: string }[];
}

interface BulkBar {
  /** The checkbox of a row. */
  checkbox(user: ListedUser): HTMLElement;
  /** To be called when the rows are others. */
  refresh(): void;
}

/** What can be done with the accounts that are selected, in a bar at the foot of the screen. */
export function bulkBar(list: { items: () => readonly ListedUser[]; changed: () => unknown }): BulkBar {
  const bar = byId('bulk', HTMLElement);
  const selected = new Set<number>();

  function show(): void {
    bar.hidden = selected.size === 0;
    document.body.classList.toggle('has-bulk', selected.size > 0);
    if (selected.size === 0) return;
    replaceContent(
      bar,
      element('p', { attributes: { role: 'status' } }, fill(words.selected, { count: formatNumber(selected.size) })),
      button(words.selectShown, selectShown),
      button(words.suspend, () => void run('suspend')),
      button(words.reinstate, () => void run('reinstate')),
      button(words.endSessions, () => void run('end-sessions')),
      button(words.delete, () => void confirmDeletion(), 'danger'),
      button(words.clear, () => setAll([])),
    );
  }
  function setAll(ids: readonly number[]): void {
    selected.clear();
    for (const id of ids.slice(0, MOST)) selected.add(id);
    for (const box of document.querySelectorAll<HTMLInputElement>('.select input')) {
      box.checked = selected.has(Number(box.value));
    }
    show();
  }
  const selectShown = () =>
    setAll(
      list
        .items()
        .map(({ id }) => id)
        .filter((id) => !isOwn(id)),
    );

  async function confirmDeletion(): Promise<void> {
    const [first] = list.items().filter(({ id }) => selected.has(id));
    const isOne = selected.size === 1 && first !== undefined;
    const isSure = await confirmed({
      title: fillCount(words.deleteTitle, selected.size),
      lead: words.deleteLead,
      action: fillCount(words.deleteAction, selected.size),
      // What cannot be undone is typed: the address of one account, or how many there are.
      typed: isOne ? first.email : String(selected.size),
    });
    if (isSure) await run('delete');
  }
  async function run(action: Action, ids: readonly number[] = [...selected], isTold = true): Promise<void> {
    const reply = await post<Outcomes>('/api/admin/users/bulk', { action, ids });
    if (!reply.ok) return toastRefusal(reply);
    const done = reply.data.outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
    setAll([]);
    if (isTold) tell(action, done, ids.length);
    await list.changed();
  }
  function tell(action: Action, done: readonly number[], count: number): void {
    const all = done.length === count;
    const text = fillCount(all ? words.bulkDone : words.bulkSome, count, { done: formatNumber(done.length) });
    const opposite = UNDONE_BY[action];
    const canUndo = opposite !== undefined && done.length > 0;
    const undo = async (): Promise<undefined> => {
      if (opposite) await run(opposite, done, false);
    };
    toast(text, { mood: all ? 'success' : 'neutral', ...(canUndo && { undo }) });
  }
  return {
    checkbox: ({ id, full_name }) => {
      const box = element('input', {
        type: 'checkbox',
        value: String(id),
        checked: selected.has(id),
        // Whoever suspends or logs out many means others.
        disabled: isOwn(id),
        title: isOwn(id) ? words.selectOwn : '',
        aria: { label: isOwn(id) ? words.selectOwn : fill(words.selectOne, { name: full_name }) },
      });
      box.addEventListener('change', () => {
        if (!box.checked) selected.delete(id);
        else if (selected.size < MOST) selected.add(id);
        box.checked = selected.has(id);
        show();
      });
      return element('label', { className: 'select-box' }, box);
    },
    refresh() {
      const shown = new Set(list.items().map(({ id }) => id));
      for (const id of selected) if (!shown.has(id)) selected.delete(id);
      show();
    },
  };
}

const UNDONE_BY: Partial<Record<Action, Action>> = { suspend: 'reinstate', reinstate: 'suspend' };

const button = (label: string, click: () => void, mood = 'plain'): HTMLButtonElement =>
  element('button', { className: `button ${mood} compact`, type: 'button', on: { click } }, label);
