import { createHash } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { userHandle } from '../accounts/user-handle.ts';
import type { Store } from '../store/commit.ts';
import { parseAccountId } from './account-id.ts';

interface SubjectClient {
  readonly clientId: string;
  readonly pairwise: boolean;
}

/**
 * The `sub` that an app gets: the id of the account, or where the app has subjects of its own a hash with the random handle of the account, which nobody can
 * compute who only has the ids.
 */
export async function subjectOf(db: Store, accountId: string, { clientId, pairwise }: SubjectClient): Promise<string> {
  const account = parseAccountId(accountId);
  if (!account) throw new Error('no account has this id');
  if (!pairwise) return String(account.userId);
  return createHash('sha256')
    .update(`${clientId}:${await userHandle(db, account.userId)}`)
    .digest('base64url');
}

/** The same, for a client as the library knows it. */
export const subjectForClient = (db: Store, accountId: string, client: Client): Promise<string> =>
  subjectOf(db, accountId, { clientId: client.clientId, pairwise: client.pairwise_subjects === true });

/** What an app knows a session of the hosted pages by (`sid`); no two apps know it by the same. */
export const sidOf = (accountId: string, clientId: string): string =>
  createHash('sha256').update(`${clientId}:${accountId}`).digest('base64url').slice(0, 22);
