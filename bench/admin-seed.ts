import pg from 'pg';
import { createPasswords } from '../src/core/passwords/password-hashing.ts';
import type { Database, SchemaConnection } from '../src/store/engine/database.ts';
import { folded } from '../src/store/tables/search-keys.ts';
import { NUMBERS, PASSWORD } from './seed.ts';

const FIRST_NAMES =
  `Ada Émile Zoë José Łukasz Anna Ben Carla David Elena Farid Grace Hana Igor Julia Karl Lena Mateo Nadia Oskar Paula
  Quentin Rosa Sade Tim Ulla Victor Wanda Xavier Yuki Zara Aylin Boris Chen Dora Emre Fatima Georg Helga Ivan`.split(
    /\s+/,
  );
const SYLLABLES = 'Ber Cor Dal Fen Gar Hol Jan Kov Lin Mor Nak Oka Per Ros San Tor Ull Var Win Zim'.split(' ');
const ENDINGS = 'ger mann ski son ova ez ard ini ura stein'.split(' ');
/** 200 surnames. */
const SURNAMES = SYLLABLES.flatMap((syllable) => ENDINGS.map((ending) => syllable + ending));

/** Spreads the times of logins. */
const SPREAD = { sqlite: 'id', postgres: `id * interval '1 millisecond'` };

/** Steps without a common divisor spread values evenly over the ids. */
const pick = (of: number, step: number) => `(numbers.n * ${step}) % ${of}`;

/** A number below 1,000 that is independent of the name. */
const LOT = '((numbers.n * 48271) % 65521) % 1000';

/** One account in twenty has a third word in its name. */
const THIRD = (word: string): string => `CASE WHEN numbers.n % 20 = 9 THEN ' ${word}' ELSE '' END`;

/**
 * Accounts like those of a service after some years: 1 % suspended, 2 % unverified, 5 % with an authenticator app, 3 %
 * with a passkey, three administrators, a session for every third; four events and an e-mail each, a few of them dead
 * or of a rare kind.
 */
export async function seedAdministration(db: Database, accounts: number): Promise<void> {
  const passwordHash = await hashOfPassword();
  await db.exclusively(async (schema) => {
    // With the default cache of 2 MB, the indexes would be read and written over and over.
    if (db.kind === 'sqlite') await schema.run('PRAGMA cache_size = -2000000');
    await seedNames(schema);
    await schema.all(
      `INSERT INTO users (full_name, email, phone_number, industry, password_hash, account_status,
        status_before_suspension, role, second_factors,
          name_key, surname_key, phone_key, created_at, updated_at)
        ${NUMBERS[db.kind]}
        SELECT first.name || ' ' || last.name || ${THIRD('Quist')},
        first.key || '.' || last.key || numbers.n || '@' || CASE numbers.n % 3 WHEN 0 THEN 'example.com'
            WHEN 1 THEN 'example.org' ELSE 'mail.example' END,
          '+49 151 ' || (10000000 + numbers.n), 'Computing', $2,
          CASE WHEN ${LOT} < 10 THEN 'SUSPENDED' WHEN ${LOT} < 30 THEN 'INACTIVE' ELSE 'ACTIVE' END,
          CASE WHEN ${LOT} < 10 THEN 'ACTIVE' END,
          CASE WHEN numbers.n IN (1, 2, $1 / 2) THEN 'ADMIN' ELSE 'USER' END,
          CASE WHEN ${LOT} % 20 = 11 AND numbers.n > 2 THEN 1 ELSE 0 END,
          first.key || ' ' || last.key || ${THIRD('quist')}, last.key || ${THIRD('quist')},
          '49151' || (10000000 + numbers.n), now() - ms($3), now()
        FROM numbers JOIN bench_first_names AS first ON first.at = ${pick(FIRST_NAMES.length, 7919)}
          JOIN bench_surnames AS last ON last.at = ${pick(SURNAMES.length, 104_729)} ORDER BY numbers.n`,
      [accounts, passwordHash, 86_400_000],
    );
    await schema.run('DROP TABLE bench_first_names; DROP TABLE bench_surnames');
    await schema.all(
      `INSERT INTO refresh_tokens (user_id, id, value_hash, expires_at, created_at, last_used_at, address, user_agent,
        amr)
        SELECT id, 'session-' || id, 'none-' || id, now() + ms($1) + ${SPREAD[db.kind]}, now(), now() - ${SPREAD[db.kind]},
        '192.0.2.1',
        'Mozilla/5.0 Firefox/140.0', '["pwd"]' FROM users WHERE id % 3 = 0`,
      [7 * 86_400_000],
    );
    await schema.all(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, synced, backed_up,
        transports, aaguid, rp_id, name, created_at)
        SELECT 'passkey-' || id, id, 'credential-' || id, 'none', -7, 0, 1, 1, '[]', 'none', 'example.com', 'Phone',
        now() FROM users WHERE id % 33 = 5`,
    );
    await schema.all(
      `INSERT INTO outbox (user_id, kind, message_id, state, attempts, due_at, created_at, updated_at)
        SELECT id, CASE WHEN id % 50000 = 41 THEN 'account_deleted'
            WHEN id % 3 = 0 THEN 'password_reset' ELSE 'verification' END, 'seeded-' || id,
          CASE WHEN id % 100000 = 17 THEN 'dead' WHEN id % 1000 = 3 THEN 'superseded' ELSE 'sent' END, 1, now(),
          now(), now() FROM users`,
    );
    await seedTrail(schema);
  });
}

/** Does the work of autovacuum, over a separate connection: the service's end slow statements. */
export async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The events of each account, and their age in days. */
const EVENTS: readonly [event: string, daysAgo: number][] = [
  ['registered', 80],
  ['logged_in', 60],
  ['login_failed', 40],
  ['logged_in', 1],
];
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/**
 * Four events per account from 50,000 addresses, a few by an administrator, counts of unknown addresses, and statistics
 * for 400 days with 5,000 events still to be counted.
 */
async function seedTrail(schema: SchemaConnection): Promise<void> {
  for (const [event, daysAgo] of EVENTS) {
    await schema.all(
      `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
        SELECT now() - ms($1), '${event}', id, '198.51.' || (id % 250) || '.' || (id % 200), '${AGENT}'
        FROM users ORDER BY id`,
      [daysAgo * DAY_MS],
    );
    await schema.all(
      `INSERT INTO audit_events (happened_at, event, user_id, actor) SELECT now() - ms($1), 'suspended', id, ` +
        `'user:1' FROM users WHERE id % 50000 = 7`,
      [daysAgo * DAY_MS],
    );
  }
  await schema.all(
    `INSERT INTO audit_counts (hour, event, network, events)
      SELECT $1 - id / 100, 'login_failed', '203.0.113.' || (id % 100), 1 + id % 7 FROM users WHERE id <= 200000`,
    [Math.floor(Date.now() / HOUR_MS)],
  );
  await schema.all(
    `INSERT INTO statistics (day, name, events) SELECT day(happened_at) - users.id,
        CASE users.id % 3 WHEN 0 THEN 'logged_in' WHEN 1 THEN 'registered' ELSE 'login_failed' END, users.id
        FROM users CROSS JOIN (SELECT MAX(happened_at) AS happened_at FROM audit_events) AS latest
        WHERE users.id <= 400`,
  );
  await schema.all(
    `INSERT INTO statistics_progress (name, position, day) SELECT 'audit_events', MAX(id) - 5000, 0 FROM audit_events`,
  );
}

/** Tables, because only one database has arrays. */
async function seedNames(schema: SchemaConnection): Promise<void> {
  for (const [table, names] of [
    ['bench_first_names', FIRST_NAMES],
    ['bench_surnames', SURNAMES],
  ] as const) {
    await schema.run(`CREATE TABLE ${table} (at BIGINT PRIMARY KEY, name TEXT, key TEXT)`);
    for (const [at, name] of names.entries())
      await schema.all(`INSERT INTO ${table} VALUES ($1, $2, $3)`, [at, name, folded(name)]);
  }
}

function hashOfPassword(): Promise<string> {
  const passwords = createPasswords({
    concurrency: 1,
    prefetch: 0,
    maxWaiting: 1,
    clientAt: (address) => address,
    onUnreadableHash() {},
  });
  return passwords.hash(PASSWORD, { isDisconnected: false, requester: { address: null } });
}
