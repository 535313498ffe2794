import type { Reply } from '../api.ts';
import { byId } from '../page.ts';
import { explain } from '../refusals.ts';
import { type Child, element } from './element.ts';
import { icon } from './icon.ts';
import { common } from './words.ts';

interface ToastOptions {
  readonly mood?: 'success' | 'danger' | 'neutral';
  /** Offers a button. What it resolves with is said afterwards; undefined: that it is undone. */
  readonly undo?: () => Promise<string | undefined>;
}

const STAYS_MS = 6000;
/** Long enough to read, to think and to get there with the keyboard. */
const STAYS_WITH_UNDO_MS = 12_000;

/** Says in a corner what has happened, and leaves by itself, but not while somebody points at it or has the focus in it. */
export function toast(text: string, { mood = 'success', undo }: ToastOptions = {}): void {
  const made = element('div', { className: `toast ${mood}` }, icon(mood === 'danger' ? 'warning' : 'done'));
  const leave = () => made.remove();
  const runUndo = async () => {
    leave();
    toast((await undo?.()) ?? common.undone);
  };
  made.append(element('p', {}, text));
  if (undo) made.append(button('toast-undo', () => void runUndo(), common.undo));
  made.append(button('icon-button', leave, icon('close'), common.close));
  byId('toasts', HTMLElement).append(made);
  leaveLater(made, undo ? STAYS_WITH_UNDO_MS : STAYS_MS);
}

const button = (className: string, click: () => void, content: Child, label?: string): HTMLButtonElement =>
  element('button', { className, type: 'button', aria: { label }, on: { click } }, content);

/** What the service refused. Nothing where the person has cancelled. */
export function toastRefusal(reply: Pick<Reply, 'code'>): void {
  if (reply.code !== 'cancelled') toast(explain(reply as Reply), { mood: 'danger' });
}

function leaveLater(made: HTMLElement, staysMs: number): void {
  let timer: ReturnType<typeof setTimeout>;
  const start = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!made.matches(':hover, :focus-within')) made.remove();
    }, staysMs);
  };
  for (const type of ['mouseleave', 'focusout']) made.addEventListener(type, start);
  start();
}
