import pg from 'pg';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import type { Service } from './service.ts';
import { until } from './until.ts';

type Parameters = readonly (string | number)[];

/**
 * Sends the request while these statements of somebody else are not committed yet, and commits them once the request
 * waits for them, or is answered. For PostgreSQL.
 */
export async function whileUncommitted<A>(
  t: Lifetime,
  { database }: Pick<Service, 'database'>,
  statements: readonly (readonly [sql: string, parameters: Parameters])[],
  send: () => Promise<A>,
): Promise<A> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanUpAfter(t, () => client.end());
  await client.query('BEGIN');
  for (const [sql, parameters] of statements) await client.query(sql, [...parameters]);
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
  await client.query('COMMIT');
  return answer;
}
