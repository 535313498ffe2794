import type { AskingClient } from '../../lib/requester.ts';
import { accountWithAddress, byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import { notice } from '../sign-in/describe-requester.ts';
import type { EmailServices } from '../sign-in/throttle.ts';

/** The writes are the same whether or not the account exists: the response time must not reveal it (timing). */
export async function requestReset(
  { db, throttle }: EmailServices,
  email: string,
  client: AskingClient,
): Promise<void> {
  const reset = change(
    event('reset_asked', accountWithAddress(email)),
    { limit: throttle.useEmailQuota('password_reset', email) },
    { emails: [await notice('password_reset', email, client)], isDiscreet: true },
  );
  await throttle.ifWithinQuota(db.commit(byOwner(client.requester), reset));
}
