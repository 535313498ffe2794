import type { Client } from '../../lib/requester.ts';
import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { type Promotion, promotionOfRegistered } from '../lifecycle/first-admin.ts';

interface VerifyServices {
  readonly db: Store;
  readonly firstAdminEmail: string | undefined;
}

/** Verifies the account after the owner of the mailbox has followed the link. */
export async function verifyAccount(services: VerifyServices, user: User, client: Client, actor: Actor): Promise<void> {
  await activate(services.db, user.id, actor, await promotionOfRegistered(services, user, client));
}

export async function activate(db: Store, id: number, actor: Actor, promotion?: Promotion): Promise<void> {
  const { steps, events = [], emails = [] } = promotion ?? {};
  await db.commit(actor, change(event('verified', id), { account: users.activate(id), ...steps }, { events, emails }));
}
