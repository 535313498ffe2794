import type { FactorOwner } from '../accounts/factors/authenticator-app.ts';
import { Refusal } from '../accounts/refusal.ts';
import { describeRequester } from '../accounts/sign-in/describe-requester.ts';
import { endOthers } from '../accounts/sign-in/end-sessions.ts';
import type { RecentLogin } from '../accounts/sign-in/recent-login.ts';
import type { Features } from '../config/features.ts';
import { change, happening } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import { must, type Reads, UniqueViolation } from '../store/engine/database.ts';
import { type Actor, ofAccount, owner } from '../store/tables/events.ts';
import * as stored from '../store/tables/identities.ts';
import * as outbox from '../store/tables/outbox.ts';
import * as sessions from '../store/tables/sessions.ts';
import * as sessionList from '../store/tables/sessions-of-user.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import { removeWayIn } from '../store/tables/ways-in.ts';
import type { ProviderFlow } from './provider-flow.ts';
import { boundTo, forLogin, type Ticket } from './tickets.ts';

interface OwnIdentityServices {
  readonly db: Store;
  readonly identities: ProviderFlow;
}

const NOT_FOUND = new Refusal('identity_not_found');
const LAST_WAY_IN = new Refusal('last_way_in');

/** What the audit trail says that was linked. */
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
  (await stored.list(db, id)).map((one) => identityRepresentation(identities, one));

/**
 * Somebody else's browser may be made to send a ticket of an attacker, and the next user of this one that of the user
 * before. So it is one that this session has begun, or was led to by the address of its account.
 */
export const mayBeLinkedBy =
  ({ user, recentLogin: { sessionId = '' } }: FactorOwner) =>
  (ticket: Ticket): boolean =>
    forLogin(ticket) ? ticket.email === user.email : boundTo({ purpose: 'link', sessionId })(ticket);

/** Without a recent login: both sides have proven the address (IDENTITY_LINKING). */
type Linking = Omit<FactorOwner, 'recentLogin'> & Partial<Pick<FactorOwner, 'recentLogin'>>;

/**
 * Links what a ticket proves, in the session that has just shown whose it is. Refuses what is linked already, here or
 * to another account.
 */
export async function linkIdentity(
  { db }: Pick<OwnIdentityServices, 'db'>,
  { user, requester, language, recentLogin }: Linking,
  ticket: Ticket,
): Promise<void> {
  const payload = await describeRequester(requester);
  try {
    await db.commit(
      owner(requester),
      change(
        happening('identity_linked', withProvider(user.id, ticket.provider)),
        {
          user: sessionList.lockUser(user.id),
          // Behind the lock, because the account may have changed since it was decided to link.
          proven: !recentLogin && users.requireProvenAddress(user),
          identity: stored.insert(user.email, ticket),
          // An access token outlives its session: somebody who was logged out meanwhile links nothing.
          session: recentLogin && must(sessions.requireAlive(user, recentLogin.sessionId ?? ''), NOT_FOUND),
        },
        { emails: [outbox.enqueue('identity_linked', user.email, { language, payload })] },
      ),
    );
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new Refusal((await stored.ownerOf(db, ticket)) ? 'identity_taken' : 'provider_linked');
  }
}

/** What an operator does for somebody whose account at the provider was taken over. It may be the last way in. */
export async function unlinkByOperator(
  { db }: Pick<OwnIdentityServices, 'db'>,
  user: User,
  id: string,
  recentLogin: RecentLogin,
  actor: Actor,
): Promise<void> {
  const unlinked = (await stored.list(db, user.id)).find((one) => one.id === id);
  if (!unlinked) throw NOT_FOUND;
  await db.commit(
    actor,
    change(
      happening('identity_unlinked', withProvider(user.id, unlinked.provider)),
      {
        user: sessionList.lockUser(user.id),
        identity: must(removeWayIn('identities', user.id, id, true), NOT_FOUND),
        others: endOthers(user.id, recentLogin),
      },
      { emails: [outbox.enqueue('identity_unlinked', user.email)] },
    ),
  );
}

/** Ends all other sessions: one may be of somebody who has the account at the provider. The last way in stays. */
export async function unlinkIdentity(
  { db, features }: Pick<OwnIdentityServices, 'db'> & { readonly features: Pick<Features, 'emailLogin'> },
  { user, recentLogin, requester, language }: FactorOwner,
  id: string,
): Promise<void> {
  const unlinked = (await stored.list(db, user.id)).find((one) => one.id === id);
  if (!unlinked) throw NOT_FOUND;
  const payload = await describeRequester(requester);
  await db.commit(
    owner(requester),
    change(
      happening('identity_unlinked', withProvider(user.id, unlinked.provider)),
      {
        user: sessionList.lockUser(user.id),
        identity: must(removeWayIn('identities', user.id, id, features.emailLogin), LAST_WAY_IN),
        others: endOthers(user.id, recentLogin),
      },
      { emails: [outbox.enqueue('identity_unlinked', user.email, { language, payload })] },
    ),
  );
}
