import { element } from './element.ts';
import { labelOf } from './label.ts';
import { wordsOf } from './words.ts';

/** An e-mail as the list has it. */
export interface Email {
  readonly id: number;
  readonly to: string;
  readonly user_id: number | null;
  readonly kind: string;
  readonly language: string;
  readonly state: string;
  readonly tries: number;
  readonly answer: string | null;
  readonly created_at: string;
  readonly next_try_at: string | null;
}

const MOODS: Readonly<Record<string, string>> = { sent: 'good', dead: 'bad', being_sent: 'note', waiting: 'note' };

/** Its state in words, with a mark. */
export const status = ({ state }: Email): HTMLElement =>
  element('span', { className: `status ${MOODS[state] ?? ''}` }, labelOf(wordsOf('emails').states, state));

/** It can be tried again, or dropped. */
export const isUnfinished = ({ state }: Email): boolean => state === 'waiting' || state === 'dead';
