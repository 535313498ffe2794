import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseEnv } from 'node:util';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { auditCommand } from './cli/audit.ts';
import { backupCommand } from './cli/backup.ts';
import { keysCommand } from './cli/keys.ts';
import { mailCommand } from './cli/mail.ts';
import { mailTemplatesCommand } from './cli/mail-templates.ts';
import { migrateTo } from './cli/migrate-to.ts';
import { sessionsCommand } from './cli/sessions.ts';
import { usage } from './cli/usage.ts';
import { CommandError, usersCommand } from './cli/users.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { keptSecret } from './kept-secret.ts';
import { KeyFolderUnusable } from './keys/key-folder.ts';
import { type KeySettings, openKeyRing } from './keys/key-ring.ts';
import { createLog, standardOutput } from './log.ts';
import { TemplateProblem } from './mail/templates.ts';
import { addedUp, type Family } from './ops/metric-families.ts';
import { type MetricsServer, startMetricsServer } from './ops/metrics-server.ts';
import { processMetrics } from './ops/process-metrics.ts';
import { withoutPassword } from './setting-parsers.ts';
import * as audit from './store/audit.ts';
import { type Database, DatabaseUnusable } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { openDatabase } from './store/open.ts';
import { VERSION } from './version.ts';
import { answerPrimary, createWorkerAccounts, giveLastAccount } from './worker-accounts.ts';
import { createWorkers, isWorker, leavePrimary, reportReady, WorkerFailed } from './workers.ts';

/** Whatever hangs longer than this on the way down is cut off. */
const STOP_DEADLINE_MS = 9000;
/** How long clients are told to come back on a new connection before the old ones are closed. */
const DRAIN_MS = 1000;

async function main(args: readonly string[]): Promise<void> {
  const [command = 'serve', ...rest] = args;
  if (command === '--help' || command === '-h' || command === 'help') return print(usage());
  if (command === '--version') return print(VERSION);
  if (command === 'users') return withDatabase((db) => usersCommand(db, rest, print));
  if (command === 'audit') return withDatabase((db) => auditCommand(db, rest, print));
  if (command === 'keys') return keys(rest);
  if (command === 'sessions') return withDatabase((db) => sessionsCommand(db, rest, print));
  if (command === 'backup') return withDatabase((db) => backupCommand(db, rest, print));
  if (command === 'migrate-to') return moveTo(rest);
  if (command === 'mail' && rest[0] === 'templates')
    return mailTemplatesCommand(readSettings().brand, rest.slice(1), print);
  if (command === 'mail') return withDatabase((db) => mailCommand(db, rest, print));
  if (command === 'serve' && rest.length === 0) return serve();
  throw new CommandError(`${args.join(' ')}: no such command, see latchkey --help`);
}

async function keys(args: readonly string[]): Promise<void> {
  const settings = keySettings(readSettings());
  await withDatabase(async (db) => {
    const record = async (event: audit.AuditEvent) =>
      void (await db.batch([audit.record(event, null, audit.OPERATOR)]));
    await keysCommand(args, { settings, print, nowMs: Date.now, record });
  });
}

async function serve(): Promise<void> {
  const config = readSettings();
  const output = standardOutput({ isShared: config.workers > 1 });
  process.once('exit', output.flushSync);
  const log = createLog(config, output);
  const address =
    config.workers > 1 && !isWorker() ? await serveWithWorkers(config, log) : await serveAlone(config, log);
  if (isWorker()) return reportReady(address);
  for (const line of welcome(config, address)) config.logFormat === 'text' ? print(line) : log.info(line);
}

async function serveAlone(config: Config, log: Logger): Promise<string> {
  const db = await openMigrated(config);
  const keys = openKeyRing(keySettings(config), log);
  const app = createApp({ config, keys, db, log });
  const metrics = async () => [...(await app.metrics()), ...processMetrics(process)];
  let metricsServer: MetricsServer | undefined;
  stopOnSignals(async () => {
    keys.close();
    await app.stop({ drainMs: DRAIN_MS });
    if (isWorker()) giveLastAccount([...app.counted(), ...processMetrics(process)]);
    await leavePrimary();
    await metricsServer?.close();
    await db.close();
  });
  if (isWorker()) answerPrimary(metrics);
  else metricsServer = await serveMetrics(config, metrics);
  return app.start();
}

/** Where nobody asked for them, nowhere. */
async function serveMetrics(
  { host, metricsPort: port }: Config,
  metrics: () => Promise<Family[]>,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  try {
    return await startMetricsServer({ host, port }, metrics);
  } catch (error) {
    throw new ConfigError(`METRICS_PORT ${port} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

async function serveWithWorkers(config: Config, log: Logger): Promise<string> {
  // What is wrong with the database is found out, and the schema brought up to date, before there is anyone to restart.
  const db = await openMigrated(config);
  await db.close();
  const { follow, total } = createWorkerAccounts();
  const workers = createWorkers({ count: config.workers, log, stopDeadlineMs: STOP_DEADLINE_MS - 500, follow });
  const metricsServer = await serveMetrics(config, async () => addedUp([await total(), processMetrics(process)]));
  stopOnSignals(async () => {
    await workers.stop();
    await metricsServer?.close();
  });
  process.on('SIGHUP', () => void workers.roll());
  return workers.start();
}

/** Development makes its own secret, unless there is one already. */
const keySettings = (config: Config): KeySettings => ({
  ...config,
  signingSecret: config.needsKeptSecret ? keptSecret(config.dataDir) : config.signingSecret,
});

function welcome(config: Config, address: string): string[] {
  return [
    `Latchkey ${VERSION} listens on ${address}`,
    `  data     ${config.databaseUrl.kind === 'sqlite' ? config.databaseUrl.path : withoutPassword(config.databaseUrl.url)}`,
    config.smtpUrl === undefined
      ? `  e-mail   ${config.dataDir}/inbox, to be read at ${address}/dev/inbox`
      : `  e-mail   ${new URL(config.smtpUrl).host}, from ${config.mailFrom}`,
    `  links    lead to ${config.frontendUrl ?? address}`,
    ...(config.metricsPort === undefined ? [] : [`  metrics  on port ${config.metricsPort}, at /metrics`]),
    ...(config.pages ? [`  pages    ${address}/register, to begin with`] : []),
  ];
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    // Pressed twice, it is meant. A service manager, however, may well ask the workers as well as the primary.
    if (stopping && signal === 'SIGINT') process.exit(1);
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      process.stderr.write('latchkey: stopped without waiting any longer for what was still open\n');
      process.exit(0);
    }, STOP_DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', onSignal);
  // A terminal interrupts the workers too; they wait for the primary's word.
  process.on('SIGINT', isWorker() ? () => {} : onSignal);
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openMigrated(readSettings());
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

async function moveTo([target, ...surplus]: readonly string[]): Promise<void> {
  if (target === undefined || surplus.length > 0) {
    throw new CommandError(
      'migrate-to: where to? Example: latchkey migrate-to postgres://latchkey@db.example.com/latchkey',
    );
  }
  const environment = { ...envFile(), ...process.env };
  const { databaseUrl } = readConfig(environment, 1);
  const targetConfig = readConfig({ ...environment, DATABASE_URL: target }, 1);
  if (databaseUrl.kind === 'sqlite' && !existsSync(databaseUrl.path)) {
    throw new CommandError(`migrate-to: there is no database ${databaseUrl.path} to move`);
  }
  const there = await openMigrated(targetConfig);
  try {
    await withDatabase((here) => migrateTo(here, there, print));
  } finally {
    await there.close();
  }
}

async function openMigrated(config: Config): Promise<Database> {
  const db = openDatabase(config.databaseUrl, {
    maxConnections: config.databasePool,
    prepareStatements: config.databasePrepare,
  });
  await migrate(db);
  return db;
}

/** The file is read without touching the environment, so that workers started later see it as it is then. */
function readSettings(): Config {
  return readConfig({ ...envFile(), ...process.env }, availableParallelism());
}

function envFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigError(`the file .env cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Their messages say what to mend. */
const OPERATORS_OWN = [ConfigError, DatabaseUnusable, CommandError, TemplateProblem, KeyFolderUnusable];

/** One line for what the operator can mend; a stack only for what is our own fault. */
function fail(error: unknown): never {
  if (error instanceof WorkerFailed) process.exit(1);
  process.stderr.write(`latchkey: ${explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (OPERATORS_OWN.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall, path, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `port ${port} is already in use. Stop what uses it, or choose another: PORT=${(port ?? 0) + 1}`;
  if (code === 'EACCES' && syscall === 'listen')
    return `port ${port} may not be used by this user. Choose one above 1023: PORT=3000`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${address ?? ''} is no address of this machine. Example: HOST=127.0.0.1`;
  if (path !== undefined) return `cannot use ${path}: ${error instanceof Error ? error.message : error}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await main(process.argv.slice(2)).catch(fail);
