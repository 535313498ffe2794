import type { Language } from '../config/languages.ts';
import { isSecondFactorDemanded } from '../core/factors/second-factors.ts';
import { refuseUnlessActive } from '../core/refusal.ts';
import type { RecentLogin } from '../core/sign-in/recent-login.ts';
import { type SessionRefusal, sessionRefusal } from '../core/sign-in/session-refusal.ts';
import type { Purpose } from '../declare/purposes-and-lifetimes.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Requester } from '../lib/requester.ts';
import type { Actor } from '../store/audit/record.ts';
import * as sessions from '../store/tables/sessions.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import type { Claims } from '../tokens/signed-tokens.ts';
import {
  AccountSuspended,
  ActingAsUser,
  AdminRequired,
  DeletionPending,
  FactorSetupRequired,
  InvalidToken,
  TokenRequired,
  UserNotFound,
  WrongAccessTokenPurpose,
  WrongTokenPurpose,
} from './errors.ts';
import { requireRecentLogin } from './require-recent-login.ts';
import type { RequestServices } from './services.ts';

/** The token of a user who must add a second factor first. */
const FACTOR_SETUP: Purpose = 'factor_setup';

/** The token of an administrator who acts as the user. */
const ACTING: Purpose = 'acting';

function bearerClaims({ authorization }: ApiRequest, { tokens }: RequestServices, purpose: Purpose): Claims {
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

/** The demands of a protected operation on its sender, checked in this order before the operation runs. */
export interface Demands {
  /** The required purpose of the bearer token. */
  readonly bearer: Purpose;
  /**
   * Also accepts the token of an administrator who acts as the user. Only for operations that show the account or
   * change simple data: never for protection, exports of everything, or access for others.
   */
  readonly whileActing?: boolean;
  /** Also accepts the token of a user who must add a second factor first. */
  readonly duringFactorSetup?: boolean;
  readonly role?: 'ADMIN';
  /** The accepted account statuses; all except SUSPENDED by default. */
  readonly accountStatus?: 'ACTIVE' | 'any';
  /** A login within FRESH_LOGIN. 'with second factor': including the account's second factor, if any. */
  readonly needsRecentLogin?: boolean | 'with second factor';
  /**
   * The session must be alive, because an access token outlives it; implied by needsRecentLogin. 'with second factor':
   * only for accounts that have one.
   */
  readonly needsSession?: boolean | 'with second factor';
}

interface Context {
  readonly demands: Demands;
  readonly request: ApiRequest;
  readonly services: RequestServices;
  readonly recentLogin: RecentLogin | undefined;
}

/** The sender of a request. A protected operation sees only the members that it demands. */
export class Authenticated {
  readonly user: User;
  readonly claims: Claims;
  readonly #context: Context;

  constructor(user: User, claims: Claims, context: Context) {
    this.user = user;
    this.claims = claims;
    this.#context = context;
  }

  get requester(): Requester {
    return this.#context.request.requester;
  }

  get language(): Language | undefined {
    return this.#context.request.language;
  }

  /** The actor in the audit trail: the owner, or the administrator who acts as the user. */
  get actor(): Actor {
    const { purpose, acting } = this.claims;
    return { name: purpose === ACTING && acting ? `user:${acting.adminId}` : null, requester: this.requester };
  }

  get sessionId(): string {
    if (this.claims.sessionId === undefined) throw new Error('the operation does not demand a session');
    return this.claims.sessionId;
  }

  get recentLogin(): RecentLogin {
    const { recentLogin } = this.#context;
    if (!recentLogin) throw new Error('the operation does not demand a recent login');
    return recentLogin;
  }

  /** Re-checks an answer that may outlast the access token. Throws once the account or session is refused. */
  async checkAgain(): Promise<void> {
    const { demands, services } = this.#context;
    await ownerOf(demands, this.claims, services);
    await requireSession(this.claims, services);
  }
}

/** Checks the demands of the operation, and adds them as conditions to every write. */
export async function authenticate(
  demands: Demands,
  request: ApiRequest,
  services: RequestServices,
): Promise<Authenticated> {
  const { bearer, whileActing = false, needsRecentLogin = false, needsSession = false } = demands;
  const claims = bearerClaims(request, services, bearer);
  request.accountId = claims.userId;
  if (claims.purpose === ACTING && bearer !== ACTING && !whileActing) throw new ApiError(ActingAsUser);
  const user = await ownerOf(demands, claims, services);
  const hasFactor = user.secondFactors !== 0;
  const secondFactor = needsRecentLogin === 'with second factor' && hasFactor;
  const recentLogin = needsRecentLogin ? requireRecentLogin(claims, services, { secondFactor }) : undefined;
  if (recentLogin || needsSession === true || (needsSession && hasFactor)) await requireSession(claims, services);
  return new Authenticated(user, claims, { demands, request, services, recentLogin });
}

/**
 * Loads the user of a token, and refuses a token that the account's current state rules out. With PROFILE=hardened an
 * access token ends with its password. While an account waits for deletion, its tokens are refused.
 */
async function ownerOf(demands: Demands, claims: Claims, services: RequestServices): Promise<User> {
  const { bearer, duringFactorSetup = false, accountStatus, role } = demands;
  const user = await users.byId(services.db, claims.userId);
  if (!user) throw new ApiError(UserNotFound);
  const { credentialVersion } = user;
  const endsWithPassword = services.hardened && bearer === 'auth';
  if (endsWithPassword && claims.version !== credentialVersion)
    throw new ApiError(InvalidToken, { reason: 'password_replaced' });
  services.db.requireSender({ user, ...(endsWithPassword && { credentialVersion }) });
  if (claims.purpose === ACTING) await refuseUnlessActing(user, claims, services);
  if (bearer === 'auth') {
    const refusal = await sessionRefusal(services, user, claims.amr);
    if (refusal === 'deletion_pending') throw new ApiError(DeletionPending);
    if (!duringFactorSetup && claims.purpose !== ACTING) refuseDuringFactorSetup(user, claims, refusal, services);
  }
  if (accountStatus === undefined) refuseSuspended(user);
  if (accountStatus === 'ACTIVE') refuseUnlessActive(user);
  if (role === 'ADMIN' && user.role !== role) throw new ApiError(AdminRequired);
  return user;
}

/** Acting ends for good with its cause, such as a new password, by which the owner may object. */
async function refuseUnlessActing(
  user: User,
  claims: Claims,
  { db, actingConditions }: RequestServices,
): Promise<void> {
  const acting = await actingConditions?.(db, user, claims);
  if (!acting) throw new ApiError(InvalidToken, { reason: 'acting_ended' });
  db.requireSender({ acting, credentialVersion: user.credentialVersion });
}

/** Checks both account and token: a setup token is useless once the factor exists. */
function refuseDuringFactorSetup(
  user: User,
  { purpose }: Claims,
  refusal: SessionRefusal | undefined,
  services: RequestServices,
): void {
  if (refusal === 'factor_setup_required') throw new ApiError(FactorSetupRequired);
  const needsFactor = user.accountStatus === 'ACTIVE' && isSecondFactorDemanded(services.secondFactorPolicy, user);
  if (needsFactor && user.secondFactors === 0) services.db.requireSender({ needsFactor: true });
  if (purpose !== FACTOR_SETUP) return;
  refuseSuspended(user);
  throw new ApiError(InvalidToken);
}

/**
 * Throws InvalidToken if the session of the access token has ended, or the token names none. From then on, every write
 * requires the session.
 */
async function requireSession({ userId, sessionId }: Claims, { db }: Pick<RequestServices, 'db'>): Promise<void> {
  if (sessionId === undefined || !(await sessions.exists(db, userId, sessionId)))
    throw new ApiError(InvalidToken, { reason: 'session_ended' });
  db.requireSender({ sessionId });
}

export function refuseSuspended(user: User): void {
  if (user.accountStatus === 'SUSPENDED') throw new ApiError(AccountSuspended);
}
