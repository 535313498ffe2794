import type { AskingClient } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { unrecorded } from '../../store/change.ts';
import * as outbox from '../../store/queues/outbox.ts';
import type { EmailServices } from '../sign-in/throttle.ts';

/** The same two writes for every address (timing side channel); the mail worker drops needless e-mails. */
export async function resendVerification(
  { db, throttle }: EmailServices,
  email: string,
  { requester, language }: AskingClient,
): Promise<void> {
  const verification = outbox.enqueueConfirmation(email, { unlessStatus: 'ACTIVE', language });
  const resent = unrecorded(
    'it changes nothing, and strangers may ask for it',
    { limit: throttle.useEmailQuota('verification', email) },
    { emails: [verification], isDiscreet: true },
  );
  await throttle.ifWithinQuota(db.commit(byOwner(requester), resent));
}
