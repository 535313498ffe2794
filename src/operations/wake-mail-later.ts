import { randomInt } from 'node:crypto';
import type { Services } from './services.ts';

/** Nobody notices it in an e-mail, and it is several times as long as the requests that could follow the answer at once. */
const WITHIN_MS = 100;

/**
 * Wakes the mail worker at a moment that whoever asked cannot foresee: sending an e-mail takes a little more than not sending one,
 * and must not be found in how long the next requests take.
 */
export const wakeMailLater = ({ wakeMail }: Pick<Services, 'wakeMail'>): void =>
  void setTimeout(wakeMail, randomInt(WITHIN_MS)).unref();
