import pg from 'pg';
import { addressesIn } from '../../../declare/postgres-url.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { VERSION } from '../../../lib/version.ts';
import { DatabaseUnusable, type PoolLoad } from '../database.ts';
import { checkCertificates } from './postgres-certificates.ts';

interface ConnectionOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly types: pg.CustomTypesConfig;
  /**
   * Whether a pooler in transaction mode sits in between. A pooler rejects timeouts as connection parameters (set them
   * on the database role), and its server processes serve several clients, so none may be changed or terminated.
   */
  readonly isPooled: boolean;
}

export interface Connections {
  /**
   * Runs `work` on a connection to a server that accepts writes. After an error the state of the connection is unknown,
   * so it is closed, unless `isHarmless` says that it stays usable.
   */
  use<T>(work: (client: pg.PoolClient) => Promise<T>, isHarmless?: (error: unknown) => boolean): Promise<T>;
  load(): PoolLoad;
  end(): Promise<void>;
}

/** No host of DATABASE_URL both accepts a connection and writes. No statement was sent. */
export class CannotConnect extends DatabaseUnusable {
  override readonly isTemporary: boolean;

  constructor(failures: readonly unknown[]) {
    const reasons = new Set(failures.map(messageOf));
    super(`cannot use PostgreSQL: ${[...reasons].join(', ')}`, { cause: failures[0] });
    this.isTemporary = failures.every(isTemporary);
  }
}

class TakesNoWrites extends Error {}

/** The primary's disk has the commit, but its synchronous standby has not confirmed it: a failover would lose it. */
export class NotReplicated extends Error {}

const CONNECT_TIMEOUT_MS = 3000;
const LOCK_TIMEOUT_MS = 3000;
/**
 * Latchkey's statements take milliseconds. A slower one waits for something broken and must not hold up its request.
 */
const STATEMENT_TIMEOUT_MS = 5000;
/** A client-side timeout for a hanging server or a network that drops packets: the server's own never arrives. */
const ANSWER_TIMEOUT_MS = 7000;
/** Overrides the URL: with a shorter timeout, a busy server's process might never be terminated. */
const OWN_TIMEOUT = { query_timeout: ANSWER_TIMEOUT_MS };
const KEEP_ALIVE_AFTER_MS = 10_000;
/** The message of pg's error for `query_timeout`. The error has no code. */
const NO_ANSWER = 'Query read timeout';
/**
 * The PostgreSQL routine that warns "canceling wait for synchronous replication" and then reports the commit as
 * successful. The SQLSTATE is the same for every warning, and the text is in the language of lc_messages.
 */
const SYNC_WAIT_ROUTINE = 'SyncRepWaitForLSN';

const SERVER_STATE = `SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS is_standby,
  current_setting('transaction_read_only') = 'on' AS is_read_only`;

/** Sets the level for statements outside a transaction; each transaction names its own. */
const ISOLATED = `set_config('default_transaction_isolation', 'read committed', false)`;

interface ServerState {
  readonly pid: number;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
}

export function createConnections({ url, maxConnections, types, isPooled }: ConnectionOptions): Connections {
  const notReplicated = new WeakSet<pg.ClientBase>();
  const backends = new WeakMap<pg.ClientBase, number>();
  const addresses = addressesIn(url);
  for (const address of addresses) checkCertificates(address);
  const hosts = addresses.map((address) => ({ address, pool: createPool(address) }));
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
      // A later version reads this to find instances that it would break.
      application_name: `latchkey ${VERSION}`,
      pipeline: true,
      types,
      onConnect: async (client) => {
        // A standby is not used for reads either, because its data may be outdated.
        const text = isPooled ? SERVER_STATE : `${SERVER_STATE}, ${ISOLATED}`;
        const { rows } = await client.query<ServerState>({ text, ...OWN_TIMEOUT });
        const [server] = rows;
        if (!server || server.is_standby || server.is_read_only)
          throw new TakesNoWrites(
            `${new URL(address).host} takes no writes: ` +
              (server?.is_standby ? 'it is a standby' : 'default_transaction_read_only is on'),
          );
        backends.set(client, server.pid);
      },
    });
    // Node throws an error event without a listener. The pool replaces the connection, and its statement fails anyway.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', () => {});
      client.on('notice', ({ routine }) => {
        if (routine === SYNC_WAIT_ROUTINE) notReplicated.add(client);
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
    throw new CannotConnect(failures);
  }

  /**
   * Replaces the pool after a statement that got no answer: on a hanging server, each idle connection would cost
   * another request the whole timeout. Also terminates the server process, which would otherwise remain.
   */
  function replacePool(pool: pg.Pool, client: pg.PoolClient): void {
    const host = hosts.find((host) => host.pool === pool);
    if (!host || ended) return;
    host.pool = createPool(host.address);
    void pool.end();
    if (isPooled) return;
    const terminate = { text: 'SELECT pg_terminate_backend($1)', values: [backends.get(client)] };
    host.pool.query({ ...terminate, ...OWN_TIMEOUT }).catch(() => {});
  }

  return {
    async use(work, isHarmless = () => false) {
      const { client, pool } = await acquire();
      let failure: unknown;
      try {
        const result = await work(client);
        if (notReplicated.has(client)) throw new NotReplicated('the commit was not confirmed by the standby');
        return result;
      } catch (error) {
        failure = error;
        if (messageOf(error) === NO_ANSWER) replacePool(pool, client);
        throw error;
      } finally {
        client.release(failure !== undefined && !isHarmless(failure));
      }
    },
    load() {
      const { totalCount, idleCount, waitingCount } = (hosts[current] as (typeof hosts)[number]).pool;
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: maxConnections };
    },
    async end() {
      ended = true;
      await Promise.all(hosts.map(({ pool }) => pool.end()));
    },
  };
}

/**
 * The message for the operator. A host name with several addresses fails with one error per address (AggregateError).
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join(', ');
  const message = reasonOf(error);
  if (message.endsWith('client password must be a string')) return 'it asks for a password, and there is none';
  // PgBouncer rejects timeouts as startup parameters with this message.
  if (message.startsWith('unsupported startup parameter'))
    return `${message}. Behind a pooler, set DATABASE_PREPARE=off`;
  return message;
}

const NETWORK_CALLS: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo', 'read', 'write']);
/** SQLSTATEs of a server that is starting, stopping or out of connections. pg's own errors have only a message. */
const TEMPORARY_STATES = /^(57P0.|53300|08...)$/;
const TEMPORARY_MESSAGES = /^Connection terminated|^timeout exceeded/;

/** Whether a retry may help: the server is away, starting, or a standby. A wrong password stays wrong. */
function isTemporary(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTemporary);
  const { syscall, code, message } = error as NodeJS.ErrnoException;
  return (
    error instanceof TakesNoWrites ||
    NETWORK_CALLS.has(syscall) ||
    TEMPORARY_STATES.test(String(code)) ||
    TEMPORARY_MESSAGES.test(message)
  );
}
