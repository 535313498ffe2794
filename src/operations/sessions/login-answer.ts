import type { Proven, SessionTokens } from '../../accounts/begin-session.ts';
import { needsFactorSetup } from '../../accounts/second-factors.ts';
import { loginUser } from '../../accounts/user-representations.ts';
import { type Answer, success } from '../../http/envelope.ts';
import { FactorSetupRequired } from '../errors.ts';
import type { Services } from '../services.ts';

/** The answer to a login, whatever was proven. */
export function loginAnswer(
  { secondFactorPolicy }: Pick<Services, 'secondFactorPolicy'>,
  { user, amr }: Pick<Proven, 'user' | 'amr'>,
  session: SessionTokens,
): Answer {
  const answer = success('Login successful', {
    user: loginUser(user),
    access_token: session.accessToken,
    refresh_token: session.refreshToken,
  });
  const result = resultOf(session, needsFactorSetup(secondFactorPolicy, user, amr));
  return result === undefined ? answer : { ...answer, result };
}

/** What the client should do or say next: one value, so the setup, without which nothing else works, comes first. */
function resultOf({ deletionCancelled }: SessionTokens, mustAddFactor: boolean): string | undefined {
  if (mustAddFactor) return FactorSetupRequired.code;
  return deletionCancelled ? 'deletion_cancelled' : undefined;
}
