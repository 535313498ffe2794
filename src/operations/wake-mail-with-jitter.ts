import { randomInt } from 'node:crypto';
import type { Services } from './services.ts';

/** Not noticeable for an e-mail, and several times as long as the requests that could measure the worker's load. */
const MAX_JITTER_MS = 300;

/**
 * Wakes the mail worker after a random delay (jitter): sending takes CPU, which would slow down the client's next
 * requests and so tell whether the account exists.
 */
export const wakeMailWithJitter = ({ wakeMail }: Pick<Services, 'wakeMail'>): void =>
  void setTimeout(wakeMail, randomInt(MAX_JITTER_MS)).unref();
