import { availableParallelism } from 'node:os';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import type { App } from './app/app.ts';
import type { StopTime } from './app/graceful-shutdown.ts';
import { explainError } from './cli/explain-error.ts';
import { openMigrated } from './cli/open-database.ts';
import { type EnvironmentFile, runCommandLine } from './cli/run-command-line.ts';
import { createWorkerMetrics, reportFinalMetrics, reportMetricsOnDemand } from './cluster/worker-metrics.ts';
import {
  createWorkers,
  disconnectFromPrimary,
  ignoreLostPrimary,
  isWorker,
  reportReady,
  WorkerFailed,
} from './cluster/workers.ts';
import { type Config, ConfigError, type Environment, readConfig } from './config/config.ts';
import { consoleUrl } from './config/console-url.ts';
import { logFormatIn } from './config/log-format.ts';
import { withoutPassword } from './config/url-formats.ts';
import { warningsOf } from './config/warnings.ts';
import {
  createLog,
  logFatal,
  msSince,
  type StandardOutput,
  standardOutput,
  timeZoneInWords,
} from './monitoring/log.ts';
import { type MetricsServer, startMetricsServer } from './monitoring/metrics-server.ts';
import { processMetrics } from './monitoring/process-metrics.ts';
import { type Family, sumFamilies } from './monitoring/prometheus-text.ts';
import { isLoopback } from './network/loopback.ts';
import type { Database } from './store/database.ts';
import { whenReachable } from './store/when-reachable.ts';
import { signingKeySettings } from './tokens/generated-signing-secret.ts';
import { type OpenSigningKeyRing, openSigningKeyRing } from './tokens/signing-key-ring.ts';
import { VERSION } from './version.ts';

/** A graceful shutdown that takes longer is aborted. */
const STOP_DEADLINE_MS = 9000;
const STOP_TIME: StopTime = { noticeMs: 1000, drainMs: 1000 };
const STANDARD_OUTPUT = 1;
const NO_WORKERS_TO_REPLACE =
  'SIGHUP changes nothing: a single process cannot be replaced while it serves. Restart the service, or set WORKERS=2 or more, which SIGHUP replaces one by one';

async function serve(environment: Environment, file: EnvironmentFile): Promise<void> {
  try {
    await start(environment, file);
  } catch (error) {
    // It was stopped on the way, and ends when that is done.
    if (isStopping) return;
    // The worker itself has said why.
    if (error instanceof WorkerFailed) process.exit(1);
    if (logFormatIn(environment) === 'text') throw error;
    // Behind the lines that are still buffered, which are written at the exit.
    process.once('exit', () => logFatal(explainError(error)));
    process.exit(1);
  }
}

async function start(environment: Environment, file: EnvironmentFile): Promise<void> {
  const config = readConfig(environment, availableParallelism());
  const output = standardOutput({ isShared: config.workers > 1 });
  process.once('exit', output.flushSync);
  const log = createLog(config, output);
  if (isWorker()) ignoreLostPrimary();
  const serveAs = config.workers > 1 && !isWorker() ? serveWithWorkers : serveAlone;
  const address = await serveAs(config, log, output, file);
  if (isStopping) return;
  if (isWorker()) return reportReady(address);
  for (const line of startupLines(config, address)) config.logFormat === 'text' ? print(line) : log.info(line);
  for (const line of warningsOf(config)) log.warn(line);
}

async function serveAlone(
  config: Config,
  log: Logger,
  output: StandardOutput,
  settingsFile: EnvironmentFile,
): Promise<string> {
  let db: Database | undefined;
  let signingKeys: OpenSigningKeyRing | undefined;
  let app: App | undefined;
  let metricsServer: MetricsServer | undefined;
  // From the beginning: the start may take long, and what there is of the service by then is stopped.
  const stop = stopOnSignals(log, output, async () => {
    signingKeys?.close();
    await app?.stop(STOP_TIME);
    if (isWorker() && app) reportFinalMetrics([...app.counters(), ...processMetrics(process)]);
    await disconnectFromPrimary();
    await metricsServer?.close();
    await db?.close();
  });
  db = await whenReachable(() => openMigrated(config, (line) => log.info(line)), log);
  signingKeys = openSigningKeyRing(signingKeySettings(config), log);
  // Loaded here, because operator commands never need it: they start in half the time without.
  const { createApp } = await import('./app/app.ts');
  const service = createApp({ config, signingKeys, db, log, settingsFile });
  app = service;
  const metrics = async () => [...(await service.metrics()), ...processMetrics(process)];
  onReload(stop, () => isWorker() || log.warn(NO_WORKERS_TO_REPLACE));
  if (isWorker()) reportMetricsOnDemand(metrics);
  else metricsServer = await serveMetrics(config, metrics);
  // A worker that cannot load everything must not replace one that can.
  return service.start({ loadsAll: isWorker() });
}

/** Without METRICS_PORT, metrics are not served. */
async function serveMetrics(
  { metricsHost: host, metricsPort: port }: Config,
  metrics: () => Promise<Family[]>,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  try {
    return await startMetricsServer({ host, port }, metrics);
  } catch (error) {
    throw new ConfigError(
      `METRICS_PORT ${port} of ${host} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function serveWithWorkers(config: Config, log: Logger, output: StandardOutput): Promise<string> {
  const { follow, total } = createWorkerMetrics();
  const workers = createWorkers({ count: config.workers, log, stopDeadlineMs: STOP_DEADLINE_MS - 500, follow });
  let metricsServer: MetricsServer | undefined;
  const stop = stopOnSignals(log, output, async () => {
    await workers.stop();
    await metricsServer?.close();
  });
  // The primary migrates the schema before it forks workers, so a database error is reported once and no worker is restarted for it.
  const db = await whenReachable(() => openMigrated(config, (line) => log.info(line)), log);
  await db.close();
  metricsServer = await serveMetrics(config, async () => sumFamilies([await total(), processMetrics(process)]));
  onReload(stop, () => void workers.rollingRestart());
  return workers.start();
}

function startupLines(config: Config, address: string): string[] {
  return [
    `Latchkey ${VERSION} listens on ${address}`,
    `  data     ${config.databaseUrl.kind === 'sqlite' ? config.databaseUrl.path : withoutPassword(config.databaseUrl.url)}`,
    config.smtpUrl === undefined
      ? `  e-mail   ${config.dataDir}/inbox, to be read at ${address}/dev/inbox${inboxReaders(config)}`
      : `  e-mail   ${new URL(config.smtpUrl).host}, from ${config.mailFrom}`,
    `  links    lead to ${config.frontendUrl ?? address}`,
    ...(config.metricsPort === undefined
      ? []
      : [`  metrics  on port ${config.metricsPort} of ${config.metricsHost}, at /metrics`]),
    ...(config.pages ? [`  pages    ${address}/register, to begin with`] : []),
    ...administrationLine(config, address),
    ...(config.logFormat === 'text' ? [`  times    below are local: ${timeZoneInWords(new Date())}`] : []),
  ];
}

/** Who may read the inbox, where others than this machine's own programs reach the service. */
function inboxReaders({ host, inboxNetworks }: Config): string {
  if (inboxNetworks.length > 0) return ` from this machine and from ${inboxNetworks.join(', ')} (INBOX_NETWORKS)`;
  return isLoopback(host) ? '' : ' from this machine alone (INBOX_NETWORKS)';
}

function administrationLine(config: Config, address: string): string[] {
  if (!config.admin) return [];
  const isApart = config.adminPort !== undefined || config.adminUrl !== undefined;
  const url = isApart ? consoleUrl(config) : address;
  if (config.pages) return [`  console  ${url}/admin; to become administrator: latchkey admin link`];
  return isApart ? [`  admin    ${url}/api/admin`] : [];
}

let isStopping = false;

type OnSignal = (signal: NodeJS.Signals) => void;

function stopOnSignals(log: Logger, output: StandardOutput, stop: () => Promise<void>): OnSignal {
  // Only the primary logs start and stop.
  const logUnlessWorker = (about: object, message: string): void => (isWorker() ? undefined : log.info(about, message));
  const onSignal: OnSignal = (signal) => {
    // A second Ctrl-C exits at once. A second SIGTERM is ignored: service managers may signal the workers as well as the primary.
    if (isStopping && signal === 'SIGINT') process.exit(1);
    if (isStopping) return;
    isStopping = true;
    const startedAtMs = performance.now();
    logUnlessWorker({ signal }, 'stopping: what was begun is finished');
    setTimeout(() => {
      log.warn({ ms: msSince(startedAtMs) }, 'stopped without waiting any longer for what was still open');
      process.exit(0);
    }, STOP_DEADLINE_MS).unref();
    stop().then(
      async () => {
        logUnlessWorker({ ms: msSince(startedAtMs) }, 'stopped');
        await output.flushed();
        process.exit(0);
      },
      (error: unknown) => {
        log.fatal(explainError(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  // Ctrl-C in a terminal reaches the workers too; they ignore it and wait for SIGTERM from the primary.
  process.on('SIGINT', isWorker() ? () => {} : onSignal);
  return onSignal;
}

/** SIGHUP means reload, except when it is sent because the controlling terminal was closed: then the service stops. */
function onReload(stop: OnSignal, reload: () => void): void {
  const hadTerminal = isatty(STANDARD_OUTPUT);
  process.on('SIGHUP', (signal) => (hadTerminal && !isatty(STANDARD_OUTPUT) && !isWorker() ? stop(signal) : reload()));
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** EPIPE is no error of the process: what it means for a command is decided in cli/run-command-line.ts. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

ignoreClosedOutput();
const exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: isatty(STANDARD_OUTPUT),
  nowMs: Date.now,
  serve,
});
// A service that has failed to start may have opened connections, which would keep the process alive.
if (exitCode !== 0) process.exit(exitCode);
