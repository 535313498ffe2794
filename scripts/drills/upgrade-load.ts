import { setTimeout } from 'node:timers/promises';
import type { DatabaseAddress } from '../../src/declare/url-formats.ts';
import { openDatabase, type RawDatabase } from '../../test/support/raw-database.ts';

// The light load of upgrade.ts, in a separate process: statements that work on every schema, with the timeouts of the
// service. One begins every 20 ms, whether or not earlier ones have ended. Reports when it is told to end.

const EVERY_MS = 20;

const [address, accounts] = [JSON.parse(process.argv[2] ?? '') as DatabaseAddress, Number(process.argv[3])];
const db = await openDatabase(address, { maxConnections: 10, prepareStatements: true });

const record = (id: number) => ({
  sql: "INSERT INTO audit_events (happened_at, event, user_id) VALUES (now(), 'logged_in', $1)",
  params: [id],
});
const KINDS: readonly ((database: RawDatabase, id: number) => Promise<unknown>)[] = [
  (database, id) => database.one('SELECT id, email, account_status FROM users WHERE id = $1', [id]),
  (database, id) => database.one('SELECT user_id FROM refresh_tokens WHERE value_hash = $1', [`none-${id}`]),
  (database, id) =>
    database.batch([{ sql: 'UPDATE users SET updated_at = now() WHERE id = $1', params: [id] }, record(id)]),
  (database, id) =>
    database.batch([
      {
        sql: `INSERT INTO outbox (user_id, kind, message_id, state, due_at, created_at, updated_at)
          VALUES ($1, 'verification', $2, 'sent', now(), now(), now())`,
        params: [id, `load-${Math.random()}`],
      },
      {
        sql: 'UPDATE refresh_tokens SET expires_at = now() + ms($2) WHERE user_id = $1',
        params: [id, 604_800_000],
      },
      record(id),
    ]),
];

const waitsMs: number[] = [];
const failures = new Map<string, number>();
let ending = false;
process.once('message', () => {
  ending = true;
});

async function request(number: number): Promise<void> {
  const startedMs = performance.now();
  try {
    await KINDS[number % KINDS.length]?.(db, 1 + Math.floor(Math.random() * accounts));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    failures.set(message, (failures.get(message) ?? 0) + 1);
  }
  waitsMs.push(performance.now() - startedMs);
}

const running = new Set<Promise<void>>();
process.send?.('started');
for (let number = 0; !ending; number += 1) {
  const one = request(number).finally(() => running.delete(one));
  running.add(one);
  await setTimeout(EVERY_MS);
}
await Promise.all(running);
process.send?.({ waitsMs, failures: Object.fromEntries(failures) });
await db.close();
process.disconnect();
