import { randomInt } from 'node:crypto';
import type { Requester } from '../network/requester.ts';
import { cancelDeletion } from '../store/account-removal.ts';
import * as audit from '../store/audit.ts';
import type { Statement } from '../store/database.ts';
import { removeSurplus } from '../store/max-sessions.ts';
import { type InsertedSession, insertSession, ONLY_SLOT } from '../store/new-session.ts';
import type { User } from '../store/user.ts';
import { hashRefreshToken, newRefreshToken } from '../tokens/refresh-token.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import { newDeviceNotice } from './new-device.ts';
import { refuseUnlessActive } from './refuse-unless-active.ts';
import { needsFactorSetup, refuseWithoutSecondFactor, type SecondFactorRule } from './second-factors.ts';
import type { SessionPolicy } from './session-policy.ts';

/** Who proved to be which user, and how: at login (`beginSession`) or within a session (`makeLoginRecent`). */
export interface Proven {
  /** The row that the proof was checked against; if the credentials changed since, the proof counts for nothing. */
  readonly user: User;
  /** Authentication methods (RFC 8176), such as `pwd`. */
  readonly amr: readonly string[];
  readonly requester: Requester;
  /** Statements that consume a one-time proof, such as a recovery code. Each must return a row, or it is void. */
  readonly spend: readonly Statement[];
  /** Statements that record how the proof was used, such as an audit event. */
  readonly also?: readonly Statement[];
  /** The language that the request asks for, if it does: that of an e-mail about the login. */
  readonly language?: string | undefined;
}

interface BeginServices extends SecondFactorRule {
  readonly tokens: SignedTokens;
  readonly sessionPolicy: SessionPolicy;
  /** Whether the owner is notified of a login from a new device by e-mail. */
  readonly notifyNewDevice: boolean;
  readonly wakeMail: () => void;
}

export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The owner had asked to delete the account, and keeps it by this login. */
  readonly deletionCancelled: boolean;
  /** SECOND_FACTOR: the access token opens nothing but what adds a factor. */
  readonly needsFactorSetup: boolean;
}

/**
 * The only function that begins a session, so that no login path can skip a check of another one. Undefined when a
 * concurrent request replaced the password, suspended the account or consumed the proof.
 */
export async function beginSession(
  services: BeginServices,
  { user, amr, requester, spend, also = [], language }: Proven,
): Promise<SessionTokens | undefined> {
  refuseUnlessActive(user);
  await refuseWithoutSecondFactor(services, user, amr);
  const refreshToken = newRefreshToken();
  const { max, ...place } = placeOf(services.sessionPolicy);
  const session = { valueHash: hashRefreshToken(refreshToken), ...place, amr, requester };
  const notice = services.notifyNewDevice ? await newDeviceNotice(services.db, user, requester, language) : [];
  const deletionCancelled = user.deletionDueAtMs !== null;
  // A login with a password costs a hash, which bounds how many there can be; the others are counted beyond a few.
  const loggedIn = amr.includes('pwd') ? audit.recordEach : audit.record;
  const begun = await services.db.batch([
    // First, because it locks the account, as whoever removes a factor or the account does: no deadlock with them.
    insertSession(user, session),
    ...spend.map((statement) => ({ ...statement, required: true })),
    ...removeSurplus(user.id, session.slot, max),
    loggedIn('logged_in', user.id, requester),
    ...also,
    ...notice,
    ...(deletionCancelled ? [cancelDeletion(user.id), audit.record('deletion_cancelled', user.id, requester)] : []),
  ]);
  if (!begun) return undefined;
  if (notice.length > 0) services.wakeMail();
  const [inserted] = begun[0] as unknown as [InsertedSession];
  const mustAddFactor = await needsFactorSetup(services, user, amr);
  const accessToken = services.tokens.access(user, { ...inserted, amr }, mustAddFactor);
  return { accessToken, refreshToken, deletionCancelled, needsFactorSetup: mustAddFactor };
}

/** Slots are random, so that logins at the same time do not choose the same one. */
const SLOTS = 2 ** 47;

/** Where the policy puts a new session, and how long that lasts. */
const placeOf = (policy: SessionPolicy) =>
  policy.mode === 'single'
    ? { slot: ONLY_SLOT, max: 1, ttlMs: policy.lifetimeMs, longestMs: null }
    : { slot: randomInt(1, SLOTS), max: policy.maxPerUser, ttlMs: policy.idleMs, longestMs: policy.lifetimeMs };
