import { cannotActAs } from '../accounts/administration/act-as-user.ts';
import { isSecondFactorDemanded } from '../accounts/factors/second-factors.ts';
import { refuseUnlessActive } from '../accounts/refusal.ts';
import type { RecentLogin } from '../accounts/sign-in/recent-login.ts';
import { type SessionRefusal, sessionRefusal } from '../accounts/sign-in/session-refusal.ts';
import type { Language } from '../config/languages.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Requester } from '../lib/requester.ts';
import { sessionOf } from '../store/tables/acting.ts';
import type { Actor } from '../store/tables/events.ts';
import * as sessions from '../store/tables/sessions.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import type { Purpose } from '../tokens/purposes-and-lifetimes.ts';
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

/** The purpose of the token of users who must add a second factor first. */
const FACTOR_SETUP: Purpose = 'factor_setup';

/** That of the token of an administrator who acts as the user. */
const ACTING: Purpose = 'acting';

/** Verifies the bearer token in the Authorization header and its purpose; returns its claims. */
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

/** What a protected operation declares of its sender. It is checked in this order, before the operation runs. */
export interface Demands {
  /** The required purpose of the bearer token. */
  readonly bearer: Purpose;
  /**
   * Also takes the token of an administrator who acts as the user. Only what shows the account, or changes what is
   * plain in it: nothing that protects it, hands all of it out, or lets somebody in.
   */
  readonly whileActing?: boolean;
  /** Also takes the token of a user who has to add a second factor first. */
  readonly duringFactorSetup?: boolean;
  readonly role?: 'ADMIN';
  /** Which accounts are let in; all but SUSPENDED ones by default. */
  readonly accountStatus?: 'ACTIVE' | 'any';
  /** The user must have logged in within FRESH_LOGIN. 'with second factor': with that of the account, if it has one. */
  readonly needsRecentLogin?: boolean | 'with second factor';
  /**
   * The session must not have ended, as for everything that needs a recent login: an access token outlives it.
   * 'with second factor': that of an account that has one.
   */
  readonly needsSession?: boolean | 'with second factor';
}

interface Context {
  readonly demands: Demands;
  readonly request: ApiRequest;
  readonly services: RequestServices;
  readonly recentLogin: RecentLogin | undefined;
}

/** The sender of a request, as far as it was checked. A protected operation sees of it what it demands. */
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

  /** For the audit trail: the owner, or the administrator who acts as the user. */
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

  /** For answers that may outlast the access token: throws once account or session would be refused. */
  async checkAgain(): Promise<void> {
    const { demands, services } = this.#context;
    await ownerOf(demands, this.claims, services);
    await requireSession(this.claims, services);
  }
}

/** Checks what the operation demands. All of it is a condition of every write. */
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
 * Loads the user of a token, and refuses what the account as it is now does not admit. With PROFILE=hardened an access
 * token ends with the password it was issued for; while an account waits for deletion it opens nothing.
 */
async function ownerOf(demands: Demands, claims: Claims, services: RequestServices): Promise<User> {
  const { bearer, duringFactorSetup = false, accountStatus, role } = demands;
  const user = await users.byId(services.db, claims.userId);
  if (!user) throw new ApiError(UserNotFound);
  const { credentialVersion } = user;
  const endsWithPassword = services.hardened && bearer === 'auth';
  if (endsWithPassword && claims.version !== credentialVersion)
    throw new ApiError(InvalidToken, { reason: 'password_replaced' });
  services.db.note({ user, ...(endsWithPassword && { credentialVersion }) });
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

/** For good with whatever ends it: a new password of the owner too, who does not want it. */
async function refuseUnlessActing(
  user: User,
  { userId, acting, version }: Claims,
  { db, actAsUserMs }: RequestServices,
): Promise<void> {
  const begun = acting && { ...acting, userId };
  const isWanted = actAsUserMs > 0 && cannotActAs(user) === undefined && version === user.credentialVersion;
  const sessionId = begun && isWanted ? await sessionOf(db, begun) : undefined;
  if (!begun || sessionId === undefined) throw new ApiError(InvalidToken, { reason: 'acting_ended' });
  db.note({ acting: { ...begun, sessionId }, credentialVersion: user.credentialVersion });
}

/** By the account as it is now, and by the token: one for the setup opens nothing else once the factor is there. */
function refuseDuringFactorSetup(
  user: User,
  { purpose }: Claims,
  refusal: SessionRefusal | undefined,
  services: RequestServices,
): void {
  if (refusal === 'factor_setup_required') throw new ApiError(FactorSetupRequired);
  const needsFactor = user.accountStatus === 'ACTIVE' && isSecondFactorDemanded(services.secondFactorPolicy, user);
  if (needsFactor && user.secondFactors === 0) services.db.note({ needsPasskey: true });
  if (purpose !== FACTOR_SETUP) return;
  refuseSuspended(user);
  throw new ApiError(InvalidToken);
}

/**
 * Throws InvalidToken when the session of the access token has ended, or is not known because an older version issued
 * the token. From then on, nothing is written once the session ends.
 */
async function requireSession({ userId, sessionId }: Claims, { db }: Pick<RequestServices, 'db'>): Promise<void> {
  if (sessionId === undefined || !(await sessions.exists(db, userId, sessionId)))
    throw new ApiError(InvalidToken, { reason: 'session_ended' });
  db.note({ sessionId });
}

export function refuseSuspended(user: User): void {
  if (user.accountStatus === 'SUSPENDED') throw new ApiError(AccountSuspended);
}
