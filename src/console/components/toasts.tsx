import { useEffect, useRef } from 'preact/hooks';
import { createStore } from '../../pages/browser/components/store.ts';
import { explain } from '../../pages/browser/refusals.ts';
import type { CountedText } from '../../pages/texts/fill.ts';
import type { AdminReply, Refused } from '../screens/admin-api.ts';
import { currentVisit, visitAgain } from '../screens/router.ts';
import { common } from '../screens/texts.ts';
import { fillCount } from './format.tsx';
import { Icon } from './icon.tsx';

interface ToastOptions {
  readonly mood?: 'success' | 'danger' | 'neutral';
  /** Adds an undo button; reports its own result. */
  readonly undo?: (() => Promise<void>) | undefined;
  /** For work in progress: the toast stays until it ends, and the work can be cancelled. */
  readonly cancel?: () => void;
}

interface ShownToast extends ToastOptions {
  readonly id: number;
  readonly text: string;
  /** The visit of the screen that shows it. */
  readonly visit: number;
}

const STAYS_MS = 6000;
/** Long enough to read the toast, think, and reach its undo button by keyboard. */
const STAYS_WITH_UNDO_MS = 20_000;

const toasts = createStore<readonly ShownToast[]>([]);
let lastId = 0;

/** Shows a message in a corner. It disappears by itself, but not while hovered or focused. */
export function toast(text: string, options: ToastOptions = {}): void {
  lastId += 1;
  toasts.set([...toasts.get(), { id: lastId, text, visit: currentVisit(), ...options }]);
}

/** Shows work in progress until the returned function is called. */
export function toastProgress(text: string, cancel: () => void): () => void {
  toast(text, { cancel });
  const id = lastId;
  return () => remove(id);
}

/** Shows a refusal. Silent if the user cancelled. */
export function toastRefusal(reply: Refused): void {
  if (reply.code !== 'cancelled') toast(explain(reply), { mood: 'danger' });
}

/** Shows the result of an operation. `known`: texts of the screen for some error codes. */
export function toastReply(
  reply: AdminReply<unknown>,
  done: string,
  known: Readonly<Record<string, string>> = {},
): void {
  if (reply.ok) toast(done);
  else if (known[reply.code] !== undefined) toast(known[reply.code] ?? '', { mood: 'danger' });
  else toastRefusal(reply);
}

/** Shows the results of a bulk action: successes first, then the others. */
export function toastOutcomes<One>(
  parts: readonly { readonly text: CountedText; readonly of: readonly One[] }[],
  namesOf?: (of: readonly One[]) => Readonly<Record<string, string>>,
  undo?: () => Promise<void>,
): void {
  const nonEmpty = parts.filter(({ of }) => of.length > 0);
  const text = nonEmpty.map(({ text, of }) => fillCount(text, of.length, namesOf?.(of))).join(' ');
  toast(text, { mood: nonEmpty.every((part) => part === parts[0]) ? 'success' : 'neutral', undo });
}

/** Runs the undo of the latest toast. False: there is none. */
export function undoNewest(): boolean {
  const newest = [...toasts.get()].reverse().find(({ undo }) => undo !== undefined);
  if (newest) runUndo(newest);
  return newest !== undefined;
}

function runUndo({ id, undo, visit }: ShownToast): void {
  remove(id);
  void undo?.().then(() => {
    // The screen that changed it has gone, and cannot show it.
    if (visit !== currentVisit()) visitAgain();
  });
}

const remove = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** The container of toasts, which must exist from the start so that screen readers announce additions. */
export const Toasts = () => (
  <div class="toasts" role="status">
    {toasts.use().map((one) => (
      <Toast key={one.id} {...one} />
    ))}
  </div>
);

function Toast(shown: ShownToast) {
  const { id, text, mood = 'success', undo, cancel } = shown;
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leaveLater = () => {
    clearTimeout(timer.current);
    if (cancel) return;
    timer.current = setTimeout(
      () => {
        if (!root.current?.matches(':hover, :focus-within')) remove(id);
      },
      undo ? STAYS_WITH_UNDO_MS : STAYS_MS,
    );
  };
  useEffect(() => {
    leaveLater();
    return () => clearTimeout(timer.current);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while it is looked at.
    <div ref={root} class={`toast floating ${mood}`} onMouseLeave={leaveLater} onFocusOut={leaveLater}>
      {cancel ? <span class="spinner" aria-hidden="true" /> : <Icon name={mood === 'danger' ? 'warning' : 'done'} />}
      <p class="grow">{text}</p>
      {undo && (
        <button class="button plain compact" type="button" onClick={() => runUndo(shown)}>
          {common.undo}
        </button>
      )}
      {cancel ? (
        <button class="button plain compact" type="button" onClick={cancel}>
          {common.cancel}
        </button>
      ) : (
        <button class="icon-button" type="button" aria-label={common.close} onClick={() => remove(id)}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
