import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seedAccounts, seedHistory } from '../../bench/seed.ts';
import { DATABASE_KINDS, type DatabaseKind } from '../../test/support/databases.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { openDatabase } from '../../test/support/raw-database.ts';
import { createSchemaOf060 } from '../../test/support/schema-0.6.0.ts';

// npm run drill:upgrade -- --accounts 300000: a database of 0.6.0 is brought up to date under a light load. Prints how
// long it took, how long a request waited at most, and how many failed. `--program <folder>` measures a version without `latchkey migrate` by starting its service.

const CALM_MS = 2000;

interface Figures {
  readonly waitsMs: readonly number[];
  readonly failures: Readonly<Record<string, number>>;
}

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '300000' },
    on: { type: 'string' },
    program: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const accounts = Number(values.accounts);

/** Resolves when the schema is up to date. */
async function upgrade(databaseUrl: string, dataDir: string): Promise<void> {
  const program = values.program ?? resolve(import.meta.dirname, '../..');
  const args = values.program === undefined ? ['migrate'] : [];
  const child = spawn(process.execPath, ['--', join(program, 'src/start.js'), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' },
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdout.on('data', (text: Buffer) => {
    if (values.verbose) process.stdout.write(text);
    if (/listens on/.test(text.toString())) child.kill('SIGTERM');
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`the upgrade ended with ${code}`);
}

async function figuresOf(load: ChildProcess): Promise<Figures> {
  const answered = once(load, 'message');
  load.send('end');
  const [figures] = await answered;
  return figures;
}

async function drill(kind: DatabaseKind): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'));
  const server = kind === 'postgres' ? await startPostgres({ fsync: true }) : undefined;
  try {
    const path = join(folder, 'latchkey.db');
    const address = server ? { kind: 'postgres' as const, url: server.url } : { kind: 'sqlite' as const, path };
    const db = await openDatabase(address, { maxConnections: 2, prepareStatements: true });
    await createSchemaOf060(db);
    await seedAccounts(db, accounts);
    await seedHistory(db);
    await db.close();
    const load = fork(join(import.meta.dirname, 'upgrade-load.ts'), [JSON.stringify(address), String(accounts)]);
    await once(load, 'message');
    await setTimeout(CALM_MS);
    const startedMs = performance.now();
    await upgrade(server ? server.url : `sqlite:${path}`, folder);
    const seconds = (performance.now() - startedMs) / 1000;
    await setTimeout(CALM_MS);
    print(kind, seconds, await figuresOf(load));
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(kind: DatabaseKind, seconds: number, { waitsMs, failures }: Figures): void {
  const during = [...waitsMs].sort((a, b) => a - b);
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const at = (share: number) => `${((during[Math.floor(during.length * share)] ?? 0) / 1000).toFixed(2)} s`;
  process.stdout.write(
    `${kind}: ${accounts} accounts: upgraded in ${seconds.toFixed(1)} s; ` +
      `of ${during.length} requests ${failed} failed (${((100 * failed) / during.length).toFixed(1)} %); ` +
      `waits: half ${at(0.5)}, 99 of 100 ${at(0.99)}, longest ${((during.at(-1) ?? 0) / 1000).toFixed(2)} s\n`,
  );
  for (const [message, count] of Object.entries(failures)) process.stdout.write(`  ${count} times: ${message}\n`);
}

for (const kind of DATABASE_KINDS) if ((values.on ?? kind) === kind) await drill(kind);
