import * as audit from '../store/audit.ts';
import * as sessions from '../store/sessions.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import type { Proven } from './begin-session.ts';
import { refuseUnlessActive } from './refuse-unless-active.ts';
import { needsFactorSetup, refuseWithoutSecondFactor, type SecondFactorRule } from './second-factors.ts';

/**
 * The only function that makes a login recent again within its session: issues an access token that says what was
 * proven. The session keeps its own time, which would reach a stolen refresh token too. Undefined when the session has
 * ended, the password was replaced, or the proof was consumed.
 */
export async function makeLoginRecent(
  services: SecondFactorRule & { readonly tokens: SignedTokens; readonly nowMs: () => number },
  sessionId: string,
  { user, amr, requester, spend, also = [] }: Proven,
): Promise<string | undefined> {
  refuseUnlessActive(user);
  await refuseWithoutSecondFactor(services, user, amr);
  const { db, tokens, nowMs } = services;
  const confirmed = await db.batch([
    ...spend.map((statement) => ({ ...statement, required: true })),
    sessions.requireAlive(user, sessionId),
    audit.record('reauthenticated', user.id, requester),
    ...also,
  ]);
  if (!confirmed) return undefined;
  const session = { id: sessionId, amr, authenticatedAtMs: nowMs() };
  return tokens.access(user, session, await needsFactorSetup(services, user, amr));
}
