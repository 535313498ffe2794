import type { AskingClient } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event, unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { removeByHash } from '../../store/tables/ended-sessions.ts';
import * as sessions from '../../store/tables/sessions.ts';
import type { SessionOwner } from '../../store/tables/user.ts';
import {
  isGenuine,
  newSecret,
  type PresentedToken,
  readRefreshToken,
  rotatedToken,
} from '../../tokens/refresh-token.ts';
import type { SignedTokens } from '../../tokens/signed-tokens.ts';
import { isSecondFactorDemanded, needsFactorSetup, type SecondFactorPolicy } from '../factors/second-factors.ts';
import type { ActiveUsers } from './active-users.ts';
import { notice } from './describe-requester.ts';
import type { SessionPolicy } from './session-policy.ts';

interface RefreshServices {
  readonly db: Store;
  readonly tokens: SignedTokens;
  readonly sessionPolicy: SessionPolicy;
  readonly secondFactorPolicy: SecondFactorPolicy;
  readonly activeUsers: ActiveUsers;
}

export interface Refreshed {
  readonly owner: SessionOwner;
  readonly accessToken: string;
  /** The token for the next refresh, with REFRESH_ROTATION=on. */
  readonly refreshToken: string | undefined;
}

/** A use is recorded, and prolongs the session, at most this often, so most refreshes write nothing. */
const MAX_UNWRITTEN_MS = 5 * 60_000;
/** Sessions with a short idle time record uses more often, so that they do not end too early. */
const UNWRITTEN_SHARE = 0.1;

/**
 * Issues an access token for a refresh token. It states how and when the user authenticated at login, because a refresh
 * does not authenticate. Undefined without a valid session; `owner` is undefined if the account was deleted.
 */
export async function refreshSession(
  services: RefreshServices,
  refreshToken: string,
  client: AskingClient,
): Promise<{ owner: undefined } | Refreshed | undefined> {
  const { db, tokens, sessionPolicy } = services;
  const token = readRefreshToken(refreshToken);
  const withRotationAndUse = sessionPolicy.rotatesTokens || token.generation > 0 || sessionPolicy.mode === 'many';
  const found = await sessions.find(db, token.valueHash, { withRotationAndUse });
  if (!found || !isGenuine(token, found.session.rotationKey)) return undefined;
  const { owner, session } = found;
  if (!owner) return { owner };
  if (isOld(token, session, sessionPolicy)) {
    await endStolenSession(services, token, owner, client);
    return undefined;
  }
  let successor: string | undefined;
  if (sessionPolicy.rotatesTokens) {
    const key = await rotate(db, token, session, client);
    successor = rotatedToken(token.random, token.generation + 1, key);
  }
  if (sessionPolicy.mode === 'many') await touch(db, token.valueHash, session.unusedMs, sessionPolicy, client);
  services.activeUsers.record(owner.id);
  const mustAddFactor =
    isSecondFactorDemanded(services.secondFactorPolicy, owner) &&
    (await needsFactorSetup(services, owner, session.amr));
  return { owner, accessToken: tokens.access(owner, session, mustAddFactor), refreshToken: successor };
}

/**
 * The previous token is sent by a client that missed the answer, or refreshes in another tab. Some time after the
 * rotation it is old. Without rotation the client keeps its token.
 */
const isOld = (
  { generation }: PresentedToken,
  session: sessions.Session,
  { rotatesTokens, previousAcceptedMs }: SessionPolicy,
): boolean =>
  generation < session.generation - 1 ||
  (rotatesTokens && generation < session.generation && session.rotatedMs > previousAcceptedMs);

/** Makes the successor of the presented token current, and returns the key of its code. */
async function rotate(
  db: Store,
  token: PresentedToken,
  { generation, rotationKey }: sessions.Session,
  { requester }: AskingClient,
): Promise<string> {
  const key = rotationKey ?? newSecret();
  // The previous token already has a successor.
  if (token.generation < generation) return key;
  const rotation = { from: generation, to: token.generation + 1, key };
  // Throws Conflict if another request rotated the token, or the session ended, since it was read.
  await db.commit(byOwner(requester), unrecorded('a refresh', { rotated: sessions.rotate(token.valueHash, rotation) }));
  return key;
}

async function touch(
  db: Store,
  valueHash: string,
  unusedMs: number,
  { idleMs, lifetimeMs }: Extract<SessionPolicy, { mode: 'many' }>,
  { requester }: AskingClient,
): Promise<void> {
  if (unusedMs < Math.min(MAX_UNWRITTEN_MS, idleMs * UNWRITTEN_SHARE)) return;
  const prolonged = sessions.prolong(valueHash, idleMs, lifetimeMs);
  await db.commit(byOwner(requester), unrecorded('a refresh', { prolonged }));
}

/**
 * The successor of this token was used already, or should have been: two parties hold tokens of this session, and one
 * of them is a thief. The service cannot tell which, so the session ends for both, and the owner is notified by e-mail.
 */
async function endStolenSession(
  { db }: RefreshServices,
  { valueHash }: PresentedToken,
  { id, email }: SessionOwner,
  client: AskingClient,
): Promise<void> {
  await db.commit(
    byOwner(client.requester),
    change(
      event('refresh_reused', id),
      { session: removeByHash(valueHash, id) },
      { emails: [await notice('session_stolen', email, client)] },
    ),
  );
}
