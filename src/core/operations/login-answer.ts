import { FactorSetupRequired } from '../../api/errors.ts';
import type { Services } from '../../api/services.ts';
import { type Answer, done } from '../../http/envelope.ts';
import type { Proven, SessionTokens } from '../sign-in/begin-session.ts';
import { loginUser } from '../user-representations.ts';

const FACTOR_SETUP = FactorSetupRequired.code;
const DELETION_CANCELLED = 'deletion_cancelled';
export const LOGIN_RESULTS = [FACTOR_SETUP, DELETION_CANCELLED];

/** The answer to every kind of login. */
export function loginAnswer(
  { user }: Pick<Proven, 'user'>,
  session: SessionTokens,
  { fields }: Pick<Services, 'fields'>,
): Answer {
  const answer = done({
    user: loginUser(user, fields),
    access_token: session.accessToken,
    refresh_token: session.refreshToken,
  });
  const result = resultOf(session);
  return result === undefined ? answer : { ...answer, result };
}

/** The next step of the client. There is one value, so the setup comes first: everything else depends on it. */
function resultOf({ deletionCancelled, needsFactorSetup }: SessionTokens): string | undefined {
  if (needsFactorSetup) return FACTOR_SETUP;
  return deletionCancelled ? DELETION_CANCELLED : undefined;
}
