import pg from 'pg';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import type { Service } from './service.ts';
import { until } from './until.ts';

type SentStatement = readonly [sql: string, parameters: readonly (string | number | readonly string[] | null)[]];

/**
 * Sends the request while these statements of somebody else are not committed yet, and commits them once the request
 * waits for them, or is answered. `then` are made before, and must not have to wait for the request. For PostgreSQL.
 */
export async function whileUncommitted<A>(
  t: Lifetime,
  { database }: Pick<Service, 'database'>,
  statements: readonly SentStatement[],
  send: () => Promise<A>,
  then: readonly SentStatement[] = [],
): Promise<A> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanUpAfter(t, () => client.end());
  // As the service's own transactions, whatever the server's default is.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  // Sooner than PostgreSQL looks for a deadlock.
  await client.query("SET LOCAL lock_timeout = '500ms'");
  const run = async ([sql, parameters]: SentStatement) => void (await client.query(sql, [...parameters]));
  for (const one of statements) await run(one);
  let isAnswered = false;
  const answer = send().finally(() => {
    isAnswered = true;
  });
  await until('the request waits for the statements', async () => {
    // Not pg_stat_activity: within a transaction, it goes on showing the connections of the first look.
    const { rows } = await client.query(
      'SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    return isAnswered || rows.length > 0;
  });
  for (const one of then) await run(one);
  await client.query('COMMIT');
  return answer;
}
