import { createHash } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { userHandle } from '../../../core/user-handle.ts';
import type { Store } from '../../../store/commit.ts';
import { parseAccountId } from './account-id.ts';

/**
 * The `sub` that an app gets: the id of the account, or for apps with pairwise subjects a hash that includes the
 * account's random handle, so that it cannot be computed from the ids.
 */
export async function subjectOf(db: Store, accountId: string, client: Client): Promise<string> {
  const account = parseAccountId(accountId);
  if (!account) throw new Error('invalid account id');
  if (client.pairwise_subjects !== true) return String(account.userId);
  return createHash('sha256')
    .update(`${client.clientId}:${await userHandle(db, account.userId)}`)
    .digest('base64url');
}

/** The `sid` by which an app knows a session of the hosted pages. It differs between apps. */
export const sidOf = (accountId: string, clientId: string): string =>
  createHash('sha256').update(`${clientId}:${accountId}`).digest('base64url').slice(0, 22);
