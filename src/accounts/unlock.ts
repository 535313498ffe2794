import { type Actor, guessingAddresses, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { forgetKeys } from '../store/throttles.ts';
import * as totp from '../store/totp.ts';
import type { User } from '../store/user.ts';
import { emailLimitKeys, GUESSES_COUNT_MS, guessLimitKey } from './throttle.ts';

/**
 * Clears what keeps the owner out: wrong passwords, wrong codes, and e-mails that were asked for too often. Limits have
 * hashed keys, so the addresses of wrong passwords come from the audit trail. Returns how many there were.
 */
export async function unlock(
  db: Database,
  { id, email }: Pick<User, 'id' | 'email'>,
  clientAt: (address: string) => string,
  actor: Actor,
): Promise<number> {
  const clients = new Set((await guessingAddresses(db, id, GUESSES_COUNT_MS)).map(clientAt));
  const keys = [...[...clients].map((client) => guessLimitKey(email, client)), ...emailLimitKeys(email)];
  await db.batch([forgetKeys(keys), totp.forgetFailures(id), recordBy(actor, 'unlocked', id)]);
  return clients.size;
}
