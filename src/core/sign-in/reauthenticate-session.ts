import { byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import * as sessions from '../../store/tables/sessions.ts';
import type { SignedTokens } from '../../tokens/signed-tokens.ts';
import { needsFactorSetup, refuseWithoutSecondFactor, type SecondFactorRule } from '../factors/second-factors.ts';
import { refusalOfSpentProof, refuseUnlessActive } from '../refusal.ts';
import type { Proven } from './begin-session.ts';

/**
 * The only function that makes a login recent again within its session: issues an access token that states what was
 * proven. The session keeps its original time, which would otherwise reach a stolen refresh token. Throws Conflict if
 * the session has ended, the password was replaced, or the proof was used.
 */
export async function reauthenticateSession(
  services: SecondFactorRule & { readonly db: Store; readonly tokens: SignedTokens; readonly nowMs: () => number },
  sessionId: string,
  { user, amr, authenticatedAtMs = services.nowMs(), requester, isUnproven, spend, events = [] }: Proven,
): Promise<string> {
  refuseUnlessActive(user);
  await refuseWithoutSecondFactor(services, user, amr);
  const { db, tokens } = services;
  await db.commit(
    byOwner(requester),
    change(
      event('reauthenticated', user.id),
      {
        spend,
        session: orThrow(sessions.requireAlive(user, sessionId), refusalOfSpentProof(spend)),
        unproven: isUnproven && sessions.setUnproven(user.id, sessionId),
      },
      { events },
    ),
  );
  const session = { id: sessionId, amr, authenticatedAtMs };
  return tokens.access(user, session, await needsFactorSetup(services, user, amr));
}
