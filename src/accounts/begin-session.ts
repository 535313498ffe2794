import type { Requester } from '../runtime/requester.ts';
import * as audit from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import { insertSession } from '../store/new-session.ts';
import type { User } from '../store/user.ts';
import { hashRefreshToken, newRefreshToken } from '../tokens/refresh-token.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import { AccountUnusable } from './account-unusable.ts';

export interface Proven {
  /** As it was when the proof was checked: whatever has changed since ends the attempt. */
  readonly user: User;
  /** How (RFC 8176), such as `pwd`. */
  readonly amr: readonly string[];
  readonly requester: Requester;
  /** What uses up the proof, such as a code that works once. Each must return a row, or no session begins. */
  readonly spend: readonly Statement[];
}

export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * THE way in: every session begins here, whatever was proven, so that no way in can skip what another one checks. Undefined when the
 * password was replaced, the account suspended or the proof used up by another request since it was checked.
 */
export async function beginSession(
  services: { readonly db: Database; readonly tokens: SignedTokens; readonly refreshTokenTtlMs: number },
  { user, amr, requester, spend }: Proven,
): Promise<SessionTokens | undefined> {
  if (user.accountStatus !== 'ACTIVE') throw new AccountUnusable(user.accountStatus);
  const refreshToken = newRefreshToken();
  const session = { valueHash: hashRefreshToken(refreshToken), ttlMs: services.refreshTokenTtlMs, amr, requester };
  const begun = await services.db.batch([
    ...spend.map((statement) => ({ ...statement, required: true })),
    insertSession(user, session),
    audit.record('logged_in', user.id, requester),
  ]);
  return begun && { accessToken: services.tokens.access(user), refreshToken };
}
