import { cannotActAs } from '../accounts/administration/act-as-user.ts';
import { isSecondFactorDemanded } from '../accounts/factors/second-factors.ts';
import { checkRecentLogin, type RecentLogin, type RecentLoginDemands } from '../accounts/sign-in/recent-login.ts';
import { type SessionRefusal, sessionRefusal } from '../accounts/sign-in/session-refusal.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { sessionOf } from '../store/tables/acting.ts';
import * as sessions from '../store/tables/sessions.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import type { Purpose } from '../tokens/purposes-and-lifetimes.ts';
import type { Claims } from '../tokens/signed-tokens.ts';
import {
  AccountSuspended,
  ActingAsUser,
  DeletionPending,
  FactorSetupRequired,
  InvalidToken,
  RecentLoginRequired,
  recentLoginChallenge,
  TokenRequired,
  UserNotFound,
  WrongAccessTokenPurpose,
  WrongTokenPurpose,
} from './errors.ts';
import type { Services } from './services.ts';

/** The purpose of the token of users who must add a second factor first; `authenticate` decides what it opens. */
const FACTOR_SETUP: Purpose = 'factor_setup';

/** That of the token of an administrator who acts as the user. */
const ACTING: Purpose = 'acting';

/** Verifies the bearer token in the Authorization header and its purpose; returns its claims. */
function bearerClaims({ authorization }: ApiRequest, { tokens }: Pick<Services, 'tokens'>, purpose: Purpose): Claims {
  const [, token] = /^bearer +(\S.*)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) throw new ApiError(TokenRequired);
  const claims = tokens.read(token.trim());
  if (claims === 'expired') throw new ApiError(InvalidToken, { reason: 'expired' });
  if (!claims) throw new ApiError(InvalidToken);
  const isInPlace = purpose === 'auth' && (claims.purpose === FACTOR_SETUP || claims.purpose === ACTING);
  if (claims.purpose !== purpose && !isInPlace)
    throw new ApiError(purpose === 'auth' ? WrongAccessTokenPurpose : WrongTokenPurpose);
  return claims;
}

/** For the operations that are open to users who must add a second factor first. */
export interface AuthenticateOptions {
  readonly duringFactorSetup?: boolean;
}

/**
 * Verifies the bearer token and loads its user. With PROFILE=hardened it ends with the password it was issued for;
 * while an account waits for deletion it opens nothing. What is checked here is a condition of every write.
 */
export async function authenticate(
  request: ApiRequest,
  services: Pick<
    Services,
    'tokens' | 'db' | 'sender' | 'hardened' | 'secondFactorPolicy' | 'actAsUserMs' | 'whileActing'
  >,
  purpose: Purpose,
  { duringFactorSetup = false }: AuthenticateOptions = {},
): Promise<{ user: User; claims: Claims; acting: ActingAdministrator | undefined }> {
  const claims = bearerClaims(request, services, purpose);
  request.accountId = claims.userId;
  const isActing = claims.purpose === ACTING;
  if (isActing && purpose !== ACTING && !services.whileActing) throw new ApiError(ActingAsUser);
  const user = await ownerOf(claims, services, purpose, { duringFactorSetup });
  const adminId = isActing ? claims.acting?.adminId : undefined;
  return { user, claims, acting: adminId === undefined ? undefined : { adminId, name: `user:${adminId}` } };
}

/** An administrator who acts as the user, by the name of the audit trail. */
interface ActingAdministrator {
  readonly adminId: number;
  readonly name: string;
}

/** Loads the user of a token, and refuses what the account as it is now does not admit. */
export async function ownerOf(
  claims: Claims,
  services: Pick<Services, 'db' | 'sender' | 'hardened' | 'secondFactorPolicy' | 'actAsUserMs'>,
  purpose: Purpose,
  { duringFactorSetup = false }: AuthenticateOptions = {},
): Promise<User> {
  const user = await users.byId(services.db, claims.userId);
  if (!user) throw new ApiError(UserNotFound);
  const { credentialVersion } = user;
  const endsWithPassword = services.hardened && purpose === 'auth';
  if (endsWithPassword && claims.version !== credentialVersion)
    throw new ApiError(InvalidToken, { reason: 'password_replaced' });
  services.sender.note({ user, ...(endsWithPassword && { credentialVersion }) });
  if (claims.purpose === ACTING) await refuseUnlessActing(user, claims, services);
  if (purpose !== 'auth') return user;
  const refusal = await sessionRefusal(services, user, claims.amr);
  if (refusal === 'deletion_pending') throw new ApiError(DeletionPending);
  if (!duringFactorSetup && claims.purpose !== ACTING) refuseDuringFactorSetup(user, claims, refusal, services);
  return user;
}

/** For good with whatever ends it: a new password of the owner too, who does not want it. */
async function refuseUnlessActing(
  user: User,
  { userId, acting, version }: Claims,
  { db, sender, actAsUserMs }: Pick<Services, 'db' | 'sender' | 'actAsUserMs'>,
): Promise<void> {
  const begun = acting && { ...acting, userId };
  const isWanted = actAsUserMs > 0 && cannotActAs(user) === undefined && version === user.credentialVersion;
  const sessionId = begun && isWanted ? await sessionOf(db, begun) : undefined;
  if (!begun || sessionId === undefined) throw new ApiError(InvalidToken, { reason: 'acting_ended' });
  sender.note({ acting: { ...begun, sessionId }, credentialVersion: user.credentialVersion });
}

/** By the account as it is now, and by the token: one for the setup opens nothing else once the factor is there. */
function refuseDuringFactorSetup(
  user: User,
  { purpose }: Claims,
  refusal: SessionRefusal | undefined,
  services: Pick<Services, 'sender' | 'secondFactorPolicy'>,
): void {
  if (refusal === 'factor_setup_required') throw new ApiError(FactorSetupRequired);
  const needsPasskey = user.secondFactors === 0 && isSecondFactorDemanded(services.secondFactorPolicy, user);
  services.sender.note({ needsPasskey: needsPasskey && user.accountStatus === 'ACTIVE' });
  if (purpose !== FACTOR_SETUP) return;
  refuseSuspended(user);
  throw new ApiError(InvalidToken);
}

/**
 * For operations that declare `needsRecentLogin`: refuses unless the user logged in within FRESH_LOGIN. Called after
 * the other checks of token and account, and before the body is read. The session must still exist: whoever was logged
 * out must not be able to take over the account with an access token that is left.
 */
export async function requireRecentLogin(
  claims: Claims,
  services: Pick<Services, 'db' | 'sender' | 'nowMs' | 'recentLoginMs'>,
  demands: RecentLoginDemands = {},
): Promise<RecentLogin> {
  const { nowMs, recentLoginMs } = services;
  const recentLogin = checkRecentLogin(claims, { nowMs: nowMs(), maxAgeMs: recentLoginMs, ...demands });
  if (!recentLogin) throw recentLoginRequired({ recentLoginMs });
  await requireSession(claims, services);
  return recentLogin;
}

/** The error that asks for a login that is recent, and of the kind that the operation needs. */
export const recentLoginRequired = ({ recentLoginMs }: Pick<Services, 'recentLoginMs'>): ApiError =>
  new ApiError(RecentLoginRequired, undefined, {
    'www-authenticate': recentLoginChallenge(Math.floor(recentLoginMs / 1000)),
  });

/**
 * Throws InvalidToken when the session of the access token has ended, or is not known because an older version issued
 * the token. From then on, nothing is written once the session ends.
 */
export async function requireSession(
  { userId, sessionId }: Claims,
  { db, sender }: Pick<Services, 'db' | 'sender'>,
): Promise<string> {
  if (sessionId === undefined || !(await sessions.exists(db, userId, sessionId)))
    throw new ApiError(InvalidToken, { reason: 'session_ended' });
  sender.note({ sessionId });
  return sessionId;
}

export function refuseSuspended(user: User): void {
  if (user.accountStatus === 'SUSPENDED') throw new ApiError(AccountSuspended);
}
