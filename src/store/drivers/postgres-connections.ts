import pg from 'pg';
import { addressesIn } from '../../config/postgres-url.ts';
import { DatabaseUnusable } from '../database.ts';

export interface ConnectionOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly types: pg.CustomTypesConfig;
  /** A pooler in between refuses timeouts, which then belong to the database role, and lends the same process to others. */
  readonly isPooled: boolean;
}

export interface Connections {
  /** Lends a connection to a server that takes writes. One on which something failed may be in any state: it is closed. */
  use<T>(work: (client: pg.PoolClient) => Promise<T>, survives?: (error: unknown) => boolean): Promise<T>;
  end(): Promise<void>;
}

/** No host lent a connection; nothing was sent to any. */
export class CannotConnect extends DatabaseUnusable {}

/** The write is on the primary's disk, but not on the standby's: should the primary be lost now, so is the write. */
export class NotReplicated extends Error {}

const CONNECT_TIMEOUT_MS = 3000;
const LOCK_TIMEOUT_MS = 3000;
/** Nothing we do takes longer unless something is wrong; a request must not wait for it. */
const STATEMENT_TIMEOUT_MS = 5000;
/** For a server that cannot even say that time is up: it hangs, or the network swallows what it says. */
const ANSWER_TIMEOUT_MS = 7000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** How the driver words it, which gives it no code. */
const NO_ANSWER = 'Query read timeout';
/** PostgreSQL says "canceling wait for synchronous replication" under this code, and then calls the commit a success. */
const WARNING = '01000';

const WHO_ARE_YOU = `SELECT pg_backend_pid() AS pid,
  NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS takes_writes`;

export function createConnections({ url, maxConnections, types, isPooled }: ConnectionOptions): Connections {
  const notReplicated = new WeakSet<pg.ClientBase>();
  const backends = new WeakMap<pg.ClientBase, number>();
  const hosts = addressesIn(url).map((address) => ({ address, pool: createPool(address) }));
  let current = 0;
  let ended = false;

  function createPool(address: string): pg.Pool {
    const pool = new pg.Pool({
      connectionString: address,
      max: maxConnections,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      ...(!isPooled && {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      application_name: 'latchkey',
      pipeline: true,
      types,
      onConnect: async (client) => {
        // Whatever is read from a standby may be outdated.
        const { rows } = await client.query<{ takes_writes: boolean; pid: number }>(WHO_ARE_YOU);
        const [server] = rows;
        if (!server?.takes_writes) throw new Error(`${new URL(address).host} takes no writes`);
        backends.set(client, server.pid);
      },
    });
    // A connection that breaks is replaced by the pool. Whoever is using it hears of it from the statement that fails.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', () => {});
      client.on('notice', ({ code }) => {
        if (code === WARNING) notReplicated.add(client);
      });
    });
    return pool;
  }

  async function acquire(): Promise<{ client: pg.PoolClient; pool: pg.Pool }> {
    const failures: unknown[] = [];
    for (const host of [...hosts.slice(current), ...hosts.slice(0, current)]) {
      const { pool } = host;
      try {
        const client = await pool.connect();
        current = hosts.indexOf(host);
        return { client, pool };
      } catch (error) {
        failures.push(error);
      }
    }
    const reasons = new Set(failures.map(messageOf));
    throw new CannotConnect(`cannot use PostgreSQL: ${[...reasons].join(', ')}`, { cause: failures[0] });
  }

  /**
   * The other idle connections to a server that hangs would each cost another request its whole patience. And if it is only this
   * statement that hangs, such as a commit whose standby is gone, the server would keep waiting for it, with one more process each time.
   */
  function abandon(pool: pg.Pool, client: pg.PoolClient): void {
    const host = hosts.find((one) => one.pool === pool);
    if (!host || ended) return;
    host.pool = createPool(host.address);
    void pool.end();
    if (!isPooled) host.pool.query('SELECT pg_terminate_backend($1)', [backends.get(client)]).catch(() => {});
  }

  return {
    async use(work, survives = () => false) {
      const { client, pool } = await acquire();
      let failure: unknown;
      try {
        const result = await work(client);
        if (notReplicated.has(client)) throw new NotReplicated('the commit was not confirmed by the standby');
        return result;
      } catch (error) {
        failure = error;
        if (messageOf(error) === NO_ANSWER) abandon(pool, client);
        throw error;
      } finally {
        client.release(failure !== undefined && !survives(failure));
      }
    },
    async end() {
      ended = true;
      await Promise.all(hosts.map(({ pool }) => pool.end()));
    },
  };
}

/** A name with several addresses fails once for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join(', ');
  const message = error instanceof Error ? error.message : String(error);
  if (message.endsWith('client password must be a string')) return 'it asks for a password, and there is none';
  // So PgBouncer says that it does not pass the limits on.
  if (message.startsWith('unsupported startup parameter'))
    return `${message}. Behind a pooler, set DATABASE_PREPARE=off`;
  return message;
}
