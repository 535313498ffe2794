import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { Config, Environment } from '../../config/config.ts';
import { addressesIn } from '../../config/postgres-url.ts';
import { CommandError } from '../command-error.ts';

/** What an address says, and the variables that tell PostgreSQL's own tools the same. */
const VARIABLES: Readonly<Record<string, string>> = {
  user: 'PGUSER',
  password: 'PGPASSWORD',
  port: 'PGPORT',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
};

/** DATABASE_URL for PostgreSQL's own tools. By variables: arguments are seen by every user of the machine. */
export function toolEnvironment(environment: Environment, databaseUrl: string): Environment {
  const addresses = addressesIn(databaseUrl).map((address) => new URL(address));
  const [first] = addresses as [URL, ...URL[]];
  const host = (url: URL) => url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const explicit = {
    PGHOST: addresses.map(host).join(','),
    PGPORT: addresses.map(({ port }) => port || '5432').join(','),
    PGUSER: decodeURIComponent(first.username),
    PGPASSWORD: decodeURIComponent(first.password),
    PGDATABASE: decodeURIComponent(first.pathname.slice(1)),
    // Of several hosts, the one that takes writes.
    PGTARGETSESSIONATTRS: 'read-write',
  };
  const tls = [...first.searchParams].flatMap(([name, value]) =>
    VARIABLES[name] === undefined ? [] : [[VARIABLES[name], value] as const],
  );
  const inherited = Object.entries(environment);
  return Object.fromEntries([...inherited, ...Object.entries(explicit).filter(([, value]) => value !== ''), ...tls]);
}

/** The tools change settings of their session (search_path, timeouts), which a pooler would hand on to the service. */
export function refusePooler(
  command: 'backup' | 'restore',
  { databasePrepare }: Pick<Config, 'databasePrepare'>,
): void {
  if (databasePrepare) return;
  throw new CommandError(
    `${command}: DATABASE_URL leads through a pooler (DATABASE_PREPARE=off), whose connections this would ` +
      'spoil. Name ' +
      `PostgreSQL itself: DATABASE_PREPARE=on DATABASE_URL=postgres://… latchkey ${command} …`,
  );
}

interface Tool {
  readonly child: ChildProcess;
  /** Rejects with what the tool said, unless it ended well. */
  readonly ended: Promise<void>;
}

/** Starts one of the tools that come with PostgreSQL's client. */
export function startTool(name: string, args: readonly string[], env: Environment, stdio: 'in' | 'out'): Tool {
  const child = spawn(name, args, {
    env: { ...env, LC_ALL: 'C' },
    stdio: [stdio === 'in' ? 'pipe' : 'ignore', stdio === 'out' ? 'pipe' : 'ignore', 'pipe'],
  });
  const said = child.stderr ? buffer(child.stderr) : Promise.resolve(Buffer.alloc(0));
  const ended = once(child, 'close').then(
    async ([code]) => {
      if (code !== 0) throw new CommandError(`${name} failed: ${String(await said).trim() || `exit code ${code}`}`);
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new CommandError(
        `${name} is not there: backup and restore of PostgreSQL need its client tools, in Debian the package ` +
          'postgresql-client, at least as new as the server',
      );
    },
  );
  return { child, ended };
}
