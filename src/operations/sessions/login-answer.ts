import type { Proven, SessionTokens } from '../../accounts/sign-in/begin-session.ts';
import { loginUser } from '../../accounts/user-representations.ts';
import { type Answer, done } from '../../http/envelope.ts';
import { FactorSetupRequired } from '../errors.ts';

const FACTOR_SETUP = FactorSetupRequired.code;
const DELETION_CANCELLED = 'deletion_cancelled';
export const LOGIN_RESULTS = [FACTOR_SETUP, DELETION_CANCELLED];

/** The answer to a login, whatever was proven. */
export function loginAnswer({ user }: Pick<Proven, 'user'>, session: SessionTokens): Answer {
  const answer = done({
    user: loginUser(user),
    access_token: session.accessToken,
    refresh_token: session.refreshToken,
  });
  const result = resultOf(session);
  return result === undefined ? answer : { ...answer, result };
}

/** What the client should do or say next: one value, so the setup, without which nothing else works, comes first. */
function resultOf({ deletionCancelled, needsFactorSetup }: SessionTokens): string | undefined {
  if (needsFactorSetup) return FACTOR_SETUP;
  return deletionCancelled ? DELETION_CANCELLED : undefined;
}
