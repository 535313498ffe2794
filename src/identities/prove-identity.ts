import { hash } from 'node:crypto';
import { promotionOnVerification } from '../accounts/administration/first-admin.ts';
import { Refusal } from '../accounts/refusal.ts';
import { refuseUnlessActive } from '../accounts/refuse-unless-active.ts';
import type { Proven } from '../accounts/sign-in/begin-session.ts';
import type { Requester } from '../lib/requester.ts';
import { change, happening } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import { Conflict, must } from '../store/engine/database.ts';
import { owner } from '../store/tables/events.ts';
import * as stored from '../store/tables/identities.ts';
import * as sessions from '../store/tables/sessions.ts';
import * as spent from '../store/tables/spent-proofs.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import type { LinkingPolicy } from './decide.ts';
import { findAccount } from './find-account.ts';
import { type Identities, invalidIdentity, TICKET_MS, type Ticket } from './identities.ts';
import { linkIdentity, withProvider } from './own-identities.ts';

export interface ProvingServices {
  readonly db: Store;
  readonly identities: Identities;
  readonly identityLinking: LinkingPolicy;
  readonly firstAdminEmail: string | undefined;
}

/** As Microsoft Entra writes it; RFC 8176 has no value for a login at another provider. */
const FEDERATED = 'fed';
/** Longer than a ticket works, so that clocks of the service and of the database may differ. */
const KEPT_MS = 3 * TICKET_MS;
const USED = invalidIdentity('it was used before', 'used');

/**
 * Whose account a ticket opens. What is returned is for `beginSession`, which uses the ticket up. Before that, an account
 * whose address is proven by this alone becomes that of its owner, and one that is proven by both sides is linked.
 */
export async function proveIdentity(
  services: ProvingServices,
  ticket: Ticket,
  requester: Requester,
): Promise<Omit<Proven, 'language'>> {
  const { db, identityLinking } = services;
  const { decision, user } = await findAccount(db, ticket, identityLinking);
  if (!user || decision === 'register') throw new Refusal('account_required');
  if (decision === 'link') throw new Refusal('link_required');
  if (decision !== 'login') {
    if (decision === 'take_over') await takeOver(services, user, ticket, requester);
    else await linkIdentity(services, { user, requester, language: undefined }, ticket);
    // Decided again, with what is there now.
    throw new Conflict('the identity has an account now');
  }
  refuseUnlessActive(user);
  const proof = spent.spend(hash('sha256', `identity\n${ticket.flow}`, 'base64url'), KEPT_MS);
  return { user, amr: [FEDERATED], requester, spend: [must(proof, USED), must(stored.use(user.id, ticket))] };
}

/**
 * Nobody has shown that the address of the account is theirs, and now somebody has: whoever registered it, or began to
 * with a login of their own, is out. The account is as after an invitation.
 */
async function takeOver(services: ProvingServices, user: User, ticket: Ticket, requester: Requester): Promise<void> {
  const promotion = await promotionOnVerification(services, user);
  await services.db.commit(
    owner(requester),
    change(
      happening('verified', user.id),
      {
        account: users.acceptInvitation(user, null),
        sessions: sessions.removeAllOf(user.id),
        others: stored.removeAll(user.id),
        identity: stored.insert(user.email, ticket),
        ...promotion?.steps,
      },
      { events: [happening('identity_linked', withProvider(user.id, ticket.provider)), ...(promotion?.events ?? [])] },
    ),
  );
}
