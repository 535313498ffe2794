import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Contended, UniqueViolation } from '../database.ts';
import { codeOf, isRepeatable } from './postgres-schema.ts';

const FOREIGN_KEY_VIOLATION = '23503';
const MAX_ATTEMPTS = 10;
/** The pause before the second attempt is shorter than this, and each further one up to twice as long. */
const FIRST_PAUSE_MS = 8;
const LONGEST_PAUSE_MS = 512;

const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === FOREIGN_KEY_VIOLATION;

/** Whether a row rather than the connection caused the error: after a ROLLBACK the connection can be used again. */
export const isRolledBack = (error: unknown): boolean =>
  error instanceof UniqueViolation || isForeignKeyViolation(error) || isRepeatable(error);

/**
 * Repeats what PostgreSQL rolled back because of concurrent transactions: a deadlock, or a serialization failure where
 * READ COMMITTED is not in force. The random pause keeps transactions that met once from meeting again.
 */
export async function repeatAfterRollback<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Contended(`PostgreSQL rolled a transaction back ${attempt} times`);
      await setTimeout(randomInt(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)));
    }
  }
}

/**
 * A batch may read an account that is deleted before the batch writes a row that refers to it. Nothing is written then,
 * and on the retry the batch does not find the account.
 */
export const repeatTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  repeatAfterRollback(work).catch((error: unknown) => {
    if (isForeignKeyViolation(error)) return repeatAfterRollback(work);
    throw error;
  });
