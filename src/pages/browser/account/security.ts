import type { Reply } from '../api.ts';
import { requestAsOwner } from './owner.ts';

/** What GET /api/me/security answers, as far as the page shows it. */
export interface Security {
  readonly totp: boolean;
  readonly recovery_codes_left: number;
  readonly passkeys: number;
  /** The address that was asked for, while the link to it works. */
  readonly pending_email: string | null;
}

export type SecurityReply = Omit<Reply, 'data'> & { readonly data: Security };

let reading: Promise<SecurityReply> | undefined;
const listeners: ((security: Security) => void)[] = [];

/** Told of every answer, whichever card asked. */
export const whenSecurityRead = (listener: (security: Security) => void): void => void listeners.push(listener);

/** Asked for by several cards at once, fetched once. `data` is what the type says when the reply is `ok`. */
export function readSecurity(): Promise<SecurityReply> {
  reading ??= read().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function read(): Promise<SecurityReply> {
  const reply = (await requestAsOwner('GET', '/api/me/security')) as SecurityReply;
  if (reply.ok) for (const listener of listeners) listener(reply.data);
  return reply;
}
