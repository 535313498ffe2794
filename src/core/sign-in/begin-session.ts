import { randomInt } from 'node:crypto';
import { coarseNetwork } from '../../lib/coarse-network.ts';
import type { Requester } from '../../lib/requester.ts';
import * as audit from '../../store/audit/read.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, type EventToRecord, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow, type Reads, type RequiredStatement, type Statement } from '../../store/engine/database.ts';
import { cancelDeletion } from '../../store/tables/account-removal.ts';
import { removeSurplus } from '../../store/tables/ended-sessions.ts';
import { insertSession, ONLY_SLOT } from '../../store/tables/new-session.ts';
import type { User } from '../../store/tables/user.ts';
import { hashRefreshToken, newSecret } from '../../tokens/refresh-token.ts';
import type { SignedTokens } from '../../tokens/signed-tokens.ts';
import { needsFactorSetup, refuseWithoutSecondFactor, type SecondFactorRule } from '../factors/second-factors.ts';
import { refusalOfSpentProof, refuseUnlessActive } from '../refusal.ts';
import { type Acceptance, acceptTermsOnce, type Terms } from '../registration/terms.ts';
import { notice } from './describe-requester.ts';
import { deviceParts, readDevice } from './device-name.ts';
import type { SessionPolicy } from './session-policy.ts';

/** Which user was proven, and how: at login (`beginSession`) or within a session (`reauthenticateSession`). */
export interface Proven {
  /** The row that was checked. If the credentials have changed since, the proof is void. */
  readonly user: User;
  /** Authentication methods (RFC 8176), such as `pwd`. */
  readonly amr: readonly string[];
  /** When the user was proven, if not just now: a login at a provider may last for days. */
  readonly authenticatedAtMs?: number;
  readonly requester: Requester;
  /** Whether this proof and the mailbox may belong to different people. */
  readonly isUnproven: boolean;
  /** Statements that use up a one-time proof, such as a recovery code, and refuse one that was used meanwhile. */
  readonly spend: readonly RequiredStatement[];
  /** Events that record how the proof was used. */
  readonly events?: readonly EventToRecord[];
  /** The language of the request, for an e-mail about the login. */
  readonly language?: string | undefined;
}

interface BeginServices extends SecondFactorRule {
  readonly db: Store;
  readonly tokens: SignedTokens;
  readonly sessionPolicy: SessionPolicy;
  readonly registrationPolicy: Terms;
  /** Whether a login from a new device is reported to the owner by e-mail. */
  readonly notifyNewDevice: boolean;
}

export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Whether this login cancelled the deletion that the owner had requested. */
  readonly deletionCancelled: boolean;
  /** SECOND_FACTOR: the access token can only be used to add a factor. */
  readonly needsFactorSetup: boolean;
}

/**
 * The only function that begins a session, so that no kind of login can skip a check. Throws Conflict if a concurrent
 * request replaced the password, suspended the account or used the proof.
 */
export async function beginSession(
  services: BeginServices,
  {
    user,
    amr,
    authenticatedAtMs,
    requester,
    isUnproven,
    spend,
    events = [],
    language,
    acceptsTerms,
  }: Proven & Pick<Acceptance, 'acceptsTerms'>,
): Promise<SessionTokens> {
  refuseUnlessActive(user);
  await refuseWithoutSecondFactor(services, user, amr);
  const terms = await acceptTermsOnce(services.db, services.registrationPolicy, user, { acceptsTerms, requester });
  const refreshToken = newSecret();
  const { max, ...place } = placeOf(services.sessionPolicy);
  const how = { amr, authenticatedAtMs, requester, isUnproven };
  const session = { valueHash: hashRefreshToken(refreshToken), ...place, ...how };
  const notice = services.notifyNewDevice ? await newDeviceNotice(services.db, user, requester, language) : [];
  const deletionCancelled = user.deletionDueAtMs !== null;
  // A password hash limits logins with a password, so each is recorded. Others are only counted beyond the first few.
  const loggedIn = event('logged_in', user.id, { keepsEach: amr.includes('pwd') });
  const { inserted } = await services.db.commit(
    byOwner(requester),
    change(
      loggedIn,
      {
        // First, because it locks the account like the removal of a factor or of the account: this avoids deadlocks.
        inserted: orThrow(insertSession(user, session), refusalOfSpentProof(spend)),
        spend,
        surplus: removeSurplus(user.id, session.slot, max),
        kept: deletionCancelled && cancelDeletion(user.id),
        ...terms.steps,
      },
      {
        events: [...events, ...terms.events, ...(deletionCancelled ? [event('deletion_cancelled', user.id)] : [])],
        emails: notice,
      },
    ),
  );
  const mustAddFactor = await needsFactorSetup(services, user, amr);
  const accessToken = services.tokens.access(user, { ...inserted, amr }, mustAddFactor);
  return { accessToken, refreshToken, deletionCancelled, needsFactorSetup: mustAddFactor };
}

/** Slots are random, so that concurrent logins do not choose the same one. */
const SLOTS = 2 ** 47;

/** The slot and the lifetime of a new session under the policy. */
const placeOf = (policy: SessionPolicy) =>
  policy.mode === 'single'
    ? { slot: ONLY_SLOT, max: 1, ttlMs: policy.lifetimeMs, longestMs: null }
    : { slot: randomInt(1, SLOTS), max: policy.maxPerUser, ttlMs: policy.idleMs, longestMs: policy.lifetimeMs };

/** Logins of the audit trail to search. */
const LATEST_LOGINS = 200;

/**
 * The e-mail about a login from a new device (NOTIFY_NEW_DEVICE), for the batch of that login. A device is known if an
 * earlier login in the audit trail came from the same browser, system and network. The first login is not reported.
 */
async function newDeviceNotice(
  db: Reads,
  user: User,
  requester: Requester,
  language: string | undefined,
): Promise<Statement[]> {
  const before = await audit.latestRequesters(db, 'logged_in', user.id, LATEST_LOGINS);
  if (before.length === 0 || (await isKnownDevice(requester, before))) return [];
  return [await notice('new_device', user.email, { requester, language })];
}

/** Parses each user agent of the same network once: parsing all logins would hold up other requests for 0.1 s. */
async function isKnownDevice({ userAgent, address }: Requester, before: readonly Requester[]): Promise<boolean> {
  const network = coarseNetwork(address);
  const agents = new Set(
    before.filter((session) => coarseNetwork(session.address) === network).map((session) => session.userAgent),
  );
  if (agents.has(userAgent)) return true;
  const device = await identify(userAgent);
  for (const agent of agents) if ((await identify(agent)) === device) return true;
  return false;
}

/** A device is a browser or app, and a system. */
const identify = async (userAgent: string | null): Promise<string> =>
  JSON.stringify(deviceParts(await readDevice(userAgent)));
