import { guessingAddresses } from '../../store/audit/read.ts';
import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { forgetFailures } from '../../store/tables/credentials.ts';
import { forgetKeys } from '../../store/tables/throttles.ts';
import type { User } from '../../store/tables/user.ts';
import { emailLimitKeys, GUESSES_COUNT_MS, guessLimitKey } from './throttle.ts';

/**
 * Clears every limit that keeps the owner out: wrong passwords, wrong codes, and too many e-mails. The keys of limits
 * are hashed, so the audit trail supplies the addresses of wrong passwords. Returns how many there were.
 */
export async function unlock(
  db: Store,
  { id, email }: Pick<User, 'id' | 'email'>,
  clientAt: (address: string) => string,
  actor: Actor,
): Promise<number> {
  const clients = new Set((await guessingAddresses(db, id, GUESSES_COUNT_MS)).map(clientAt));
  const keys = [...[...clients].map((client) => guessLimitKey(email, client)), ...emailLimitKeys(email)];
  const steps = { limits: forgetKeys(keys), codes: forgetFailures(id) };
  await db.commit(actor, change(event('unlocked', id), steps));
  return clients.size;
}
