import { createPasswords } from '../src/core/passwords/password-hashing.ts';
import type { RawDatabase } from '../test/support/raw-database.ts';

/** The password of every account, so that a million accounts need one hash. */
export const PASSWORD = 'Analytical1';

export const emailOf = (account: number): string => `user${account}@example.com`;

/** Introduces `numbers` with the column `n`, from 1 to the first parameter. */
export const NUMBERS = {
  sqlite: `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)`,
  postgres: 'WITH numbers AS (SELECT n FROM generate_series(1, $1::bigint) AS n)',
};
const WEEK_MS = 7 * 86_400_000;

/**
 * Fills an empty database with active accounts, each with a session. `areFound` also writes the search keys, which
 * older schemas lack and housekeeping would write during a measurement.
 */
export async function seedAccounts(db: RawDatabase, accounts: number, areFound = false): Promise<void> {
  const passwords = createPasswords({
    concurrency: 1,
    prefetch: 0,
    maxWaiting: 1,
    clientAt: (address) => address,
    onUnreadableHash() {},
  });
  const hash = await passwords.hash(PASSWORD, { isDisconnected: false, requester: { address: null } });
  await db.exclusively(async (schema) => {
    await schema.all(
      `INSERT INTO users (full_name, email, phone_number, industry, password_hash, account_status, created_at,
        updated_at${areFound ? ', name_key, surname_key, phone_key' : ''})
        ${NUMBERS[db.kind]} SELECT 'Ada Lovelace', 'user' || n || '@example.com', '+44 20 ' || n, 'Computing', $2,
        'ACTIVE', now(), now()${areFound ? `, 'ada lovelace', 'lovelace', '4420' || n` : ''} FROM numbers`,
      [accounts, hash],
    );
    await schema.all(
      `INSERT INTO refresh_tokens (user_id, value_hash, expires_at) SELECT id, 'none-' || id, now() + ms($1) FROM ` +
        'users',
      [WEEK_MS],
    );
  });
  if (db.kind === 'postgres') await db.all('ANALYZE');
}

/** Adds what each registration left in the other tables at that age: a sent e-mail, an event, a throttle. */
export async function seedHistory(db: RawDatabase, ageMs = 0): Promise<void> {
  const then = 'now() - ms($1)';
  await db.exclusively(async (schema) => {
    await schema.all(
      `INSERT INTO outbox (user_id, kind, message_id, state, attempts, due_at, created_at, updated_at)
        SELECT id, 'verification', 'seeded-' || id, 'sent', 1, ${then}, ${then}, ${then} FROM users`,
      [ageMs],
    );
    await schema.all(
      `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
        SELECT ${then}, 'registered', id, '192.0.2.1', 'seeded' FROM users`,
      [ageMs],
    );
    await schema.all(
      `INSERT INTO throttles (key, failures, counted_since, busy_until) SELECT 'seeded-' || id, 1, ${then}, ` +
        `${then} FROM users`,
      [ageMs],
    );
  });
  if (db.kind === 'postgres') await db.all('ANALYZE');
}
