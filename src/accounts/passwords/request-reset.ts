import type { AskingClient } from '../../lib/requester.ts';
import { change, happening } from '../../store/change.ts';
import { ofEmail, owner } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import { describeRequester } from '../sign-in/describe-requester.ts';
import type { EmailServices } from '../sign-in/throttle.ts';

/** The writes are the same whether or not the account exists: the response time must not reveal it (timing). */
export async function requestReset(
  { db, throttle }: EmailServices,
  email: string,
  { requester, language }: AskingClient,
): Promise<void> {
  const payload = await describeRequester(requester);
  const asked = change(
    happening('reset_asked', ofEmail(email)),
    { limit: throttle.takeEmail('password_reset', email) },
    { emails: [outbox.enqueue('password_reset', email, { language, payload })], isDiscreet: true },
  );
  await throttle.unlessHeldBack(db.commit(owner(requester), asked));
}
