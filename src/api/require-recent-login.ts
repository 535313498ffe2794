import { checkRecentLogin, type RecentLogin, type RecentLoginDemands } from '../core/sign-in/recent-login.ts';
import { ApiError } from '../http/api-error.ts';
import type { Claims } from '../tokens/signed-tokens.ts';
import { RecentLoginRequired, recentLoginChallenge } from './errors.ts';
import type { Services } from './services.ts';

/** Refuses an older login, and a login without the second factor if one is demanded. */
export function requireRecentLogin(
  claims: Claims,
  { nowMs, recentLoginMs }: Pick<Services, 'nowMs' | 'recentLoginMs'>,
  demands: RecentLoginDemands = {},
): RecentLogin {
  const recentLogin = checkRecentLogin(claims, { nowMs: nowMs(), maxAgeMs: recentLoginMs, ...demands });
  if (!recentLogin) throw recentLoginRequired({ recentLoginMs });
  return recentLogin;
}

/** The error that demands a recent login of the kind that the operation needs. */
export const recentLoginRequired = ({ recentLoginMs }: Pick<Services, 'recentLoginMs'>): ApiError =>
  new ApiError(RecentLoginRequired, undefined, {
    'www-authenticate': recentLoginChallenge(Math.floor(recentLoginMs / 1000)),
  });
