import type { Features } from '../../config/features.ts';
import type { FactorOwner } from '../../core/factors/second-factors.ts';
import { Refusal } from '../../core/refusal.ts';
import { describeRequester } from '../../core/sign-in/describe-requester.ts';
import { endOthers } from '../../core/sign-in/end-sessions.ts';
import type { Requester } from '../../lib/requester.ts';
import { type Actor, byOwner, ofAccount } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { Conflict, orThrow, type Reads, UniqueViolation } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { requireProvenAddress } from '../../store/tables/credentials.ts';
import * as sessions from '../../store/tables/sessions.ts';
import * as sessionList from '../../store/tables/sessions-of-user.ts';
import type { User } from '../../store/tables/user.ts';
import { removeWayIn } from '../../store/tables/ways-in.ts';
import type { ProviderFlow, Ticket } from './services.ts';
import * as stored from './table.ts';
import { boundTo, forLogin } from './tickets.ts';

interface OwnIdentityServices {
  readonly db: Store;
  readonly identities: Pick<ProviderFlow, 'nameOf'>;
}

const NOT_FOUND = new Refusal('identity_not_found');
const LAST_WAY_IN = new Refusal('last_way_in');

/** The subject of an event: the account and the provider. */
export const withProvider = (userId: number, provider: string) => ofAccount(userId, `provider:${provider}`);

export const identityRepresentation = ({ nameOf, confirms }: ProviderFlow, identity: stored.ListedIdentity) => ({
  id: identity.id,
  provider: identity.provider,
  name: nameOf(identity.provider),
  confirms: confirms(identity.provider),
  email: identity.email,
  created_at: new Date(identity.createdAtMs).toISOString(),
  last_used_at: identity.lastUsedAtMs === null ? null : new Date(identity.lastUsedAtMs).toISOString(),
});

export const listIdentities = async ({ db, identities }: { db: Reads; identities: ProviderFlow }, { id }: User) =>
  (await stored.list(db, id)).map((identity) => identityRepresentation(identities, identity));

/**
 * Accepts a ticket that this session began, or one whose login has the address of this account. Otherwise an attacker
 * could make a user's browser link the attacker's identity, and a shared browser that of its previous user.
 */
export const mayBeLinkedBy =
  ({ user, recentLogin: { sessionId = '' } }: FactorOwner) =>
  (ticket: Ticket): boolean =>
    forLogin(ticket) ? ticket.email === user.email : boundTo({ purpose: 'link', sessionId })(ticket);

/** No recent login is needed if both sides have proven the address (IDENTITY_LINKING). */
type Linking = Omit<FactorOwner, 'recentLogin'> & Partial<Pick<FactorOwner, 'recentLogin'>>;

/** Links the identity of a ticket, which may be linked already: another tab with the same login may be faster. */
export async function linkIdentity(
  services: OwnIdentityServices,
  { user, requester, language, recentLogin }: Linking,
  ticket: Ticket,
): Promise<void> {
  const { db } = services;
  const payload = await emailAbout(services, ticket, requester);
  // The owner may not have chosen the password.
  const notice = recentLogin || user.passwordHash === null ? 'identity_linked' : 'identity_auto_linked';
  try {
    await db.commit(
      byOwner(requester),
      change(
        event('identity_linked', withProvider(user.id, ticket.provider)),
        {
          user: sessionList.lockUser(user.id),
          // Follows the lock, because the account may have changed since it was matched.
          proven: !recentLogin && requireProvenAddress(user),
          identity: stored.insert(user.email, ticket, recentLogin ?? 'provider'),
          // An access token outlives its session.
          session: recentLogin && orThrow(sessions.requireAlive(user, recentLogin.sessionId ?? ''), NOT_FOUND),
        },
        { emails: [outbox.enqueue(notice, user.email, { language, payload })] },
      ),
    );
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    const linkedTo = await stored.ownerOf(db, ticket);
    if (linkedTo && !recentLogin) throw new Conflict('another login has linked the identity');
    if (linkedTo?.id === user.id) return;
    throw new Refusal(linkedTo ? 'identity_taken' : 'provider_linked');
  }
}

/** Steps for `takeOver`: the owner of the address gets an account that another person registered. */
export async function linkedOnTakeOver(
  services: Pick<OwnIdentityServices, 'identities'>,
  { id, email }: User,
  ticket: Ticket,
  requester: Requester,
) {
  const payload = await emailAbout(services, ticket, requester);
  return {
    steps: { identity: stored.insert(email, ticket, 'provider') },
    events: [event('identity_linked', withProvider(id, ticket.provider))],
    emails: [outbox.enqueue('identity_linked', email, { payload })],
  };
}

interface UnlinkingServices extends OwnIdentityServices {
  readonly identities: ProviderFlow;
  readonly features: Features;
}

interface Unlinking extends Pick<FactorOwner, 'user' | 'recentLogin'> {
  /** The request of the owner. */
  readonly requester?: Requester;
  readonly language?: string | undefined;
  readonly actor: Actor;
  /** An operator may remove the last way in, for a user whose account at the provider was taken over. */
  readonly allowLastWayIn?: boolean;
}

/** Ends all other sessions, because one may belong to a thief of the account at the provider. */
export async function unlinkIdentity(
  services: UnlinkingServices,
  { user, recentLogin, actor, requester, language, allowLastWayIn = false }: Unlinking,
  id: string,
): Promise<void> {
  const { db } = services;
  const unlinked = (await stored.list(db, user.id)).find((identity) => identity.id === id);
  if (!unlinked) throw NOT_FOUND;
  const payload = await emailAbout(services, unlinked, requester);
  const removed = allowLastWayIn
    ? orThrow(removeWayIn('identity', user.id, id), NOT_FOUND)
    : orThrow(removeWayIn('identity', user.id, id, services), LAST_WAY_IN);
  await db.commit(
    actor,
    change(
      event('identity_unlinked', withProvider(user.id, unlinked.provider)),
      { user: sessionList.lockUser(user.id), identity: removed, others: endOthers(user.id, recentLogin) },
      { emails: [outbox.enqueue('identity_unlinked', user.email, { language, payload })] },
    ),
  );
}

const emailAbout = async (
  { identities }: Pick<OwnIdentityServices, 'identities'>,
  { provider }: Pick<Ticket, 'provider'>,
  requester: Requester | undefined,
) => ({ ...(requester && (await describeRequester(requester))), provider: identities.nameOf(provider) });
