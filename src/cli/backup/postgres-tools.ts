import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { Config, Environment } from '../../config/config.ts';
import { addressesIn } from '../../declare/postgres-url.ts';
import { CommandError } from '../framework/command-error.ts';

/** Parameters of a database URL and the environment variables that replace them for PostgreSQL's tools. */
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

/** Passes DATABASE_URL to PostgreSQL's tools in variables, because every user of the machine can see arguments. */
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
    // Selects the host that accepts writes.
    PGTARGETSESSIONATTRS: 'read-write',
  };
  const tls = [...first.searchParams].flatMap(([name, value]) =>
    VARIABLES[name] === undefined ? [] : [[VARIABLES[name], value] as const],
  );
  const inherited = Object.entries(environment);
  return Object.fromEntries([...inherited, ...Object.entries(explicit).filter(([, value]) => value !== ''), ...tls]);
}

/** The tools change session settings (search_path, timeouts), which a pooler would pass on to the service. */
export function refusePooler(
  command: 'backup' | 'restore',
  { databasePrepare }: Pick<Config, 'databasePrepare'>,
): void {
  if (databasePrepare) return;
  throw new CommandError(
    `${command}: DATABASE_URL leads through a pooler (DATABASE_PREPARE=off), whose connections this would spoil. ` +
      `Name PostgreSQL itself: DATABASE_PREPARE=on DATABASE_URL=postgres://… latchkey ${command} …`,
  );
}

interface Tool {
  readonly child: ChildProcess;
  /** Rejects with the output of the tool if it fails. */
  readonly ended: Promise<void>;
}

/** Starts one of PostgreSQL's client tools. */
export function startTool(name: string, args: readonly string[], env: Environment, stdio: 'in' | 'out'): Tool {
  const child = spawn(name, args, {
    env: { ...env, LC_ALL: 'C' },
    stdio: [stdio === 'in' ? 'pipe' : 'ignore', stdio === 'out' ? 'pipe' : 'ignore', 'pipe'],
  });
  const errorOutput = child.stderr ? buffer(child.stderr) : Promise.resolve(Buffer.alloc(0));
  const ended = once(child, 'close').then(
    async ([code]) => {
      if (code !== 0)
        throw new CommandError(`${name} failed: ${String(await errorOutput).trim() || `exit code ${code}`}`);
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new CommandError(
        `${name} was not found: backup and restore of PostgreSQL need its client tools, in Debian the package ` +
          'postgresql-client, at least as new as the server',
      );
    },
  );
  return { child, ended };
}
