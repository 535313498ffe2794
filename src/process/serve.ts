import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import type { App } from '../app/app.ts';
import type { StopTime } from '../app/graceful-shutdown.ts';
import { explainError } from '../cli/explain-error.ts';
import { openMigrated } from '../cli/framework/open-database.ts';
import { type Config, ConfigError, type Environment, readConfig } from '../config/config.ts';
import type { EnvironmentFile } from '../config/environment.ts';
import { featureWithApps } from '../config/features.ts';
import { isSocketPath } from '../config/operating-formats.ts';
import { warningsOf } from '../config/warnings.ts';
import { removeStaleSocket, socketUnusable } from '../http/unix-socket.ts';
import { signingKeySettings } from '../keys/generated-signing-secret.ts';
import { ensurePublicKey, unusualForApps } from '../keys/public-key.ts';
import { readSigningKeyFolder } from '../keys/signing-key-folder.ts';
import { type OpenSigningKeyRing, openSigningKeyRing } from '../keys/signing-key-ring.ts';
import { createLog, createRequestLog, logFatal, type StandardOutput, standardOutput } from '../monitoring/log.ts';
import { type MetricsServer, startMetricsServer } from '../monitoring/metrics-server.ts';
import { createEventLoopDelay, processMetrics, workerMetrics } from '../monitoring/process-metrics.ts';
import { combineFamilies, type Family } from '../monitoring/prometheus-text.ts';
import type { Tracing } from '../monitoring/tracing/tracing.ts';
import type { WritableDatabase } from '../store/engine/database.ts';
import { whenReachable } from '../store/engine/when-reachable.ts';
import { isStopping, onReload, STOP_DEADLINE_MS, stopOnSignals } from './signals.ts';
import { startupLines } from './startup-lines.ts';
import { createWorkerMetrics, reportFinalMetrics, reportMetricsOnDemand } from './worker-metrics.ts';
import {
  createWorkers,
  disconnectFromPrimary,
  ignoreLostPrimary,
  isWorker,
  reportReady,
  WorkerFailed,
} from './workers.ts';

const STOP_TIME: StopTime = { noticeMs: 1000, drainMs: 1000 };
const NO_WORKERS_TO_REPLACE =
  'SIGHUP is ignored: a single process cannot be replaced while it serves. ' +
  'Restart the service, or set WORKERS=2 or more, which SIGHUP replaces one by one';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function serve(environment: Environment, file: EnvironmentFile): Promise<void> {
  try {
    await start(environment, file);
  } catch (error) {
    // The service was stopped during the start, and exits once that is done.
    if (isStopping()) return;
    // The worker has logged the reason.
    if (error instanceof WorkerFailed) process.exit(1);
    if (logFormatIn(environment) === 'text') throw error;
    // Logged at exit, after the lines that are still buffered.
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
  // Workers get the socket from the primary.
  if (isSocketPath(config.host) && !isWorker()) await freeSocket(config.host);
  const serveAs = config.workers > 1 && !isWorker() ? serveWithWorkers : serveAlone;
  const address = await serveAs(config, log, output, { environment, settingsFile: file });
  if (isStopping()) return;
  if (isWorker()) return reportReady(address);
  for (const line of startupLines(config, address)) config.logFormat === 'text' ? print(line) : log.info(line);
  for (const line of [...warningsOf(config), ...keyWarnings(config)]) log.warn(line);
}

function keyWarnings(config: Config): string[] {
  const hasApps = featureWithApps(config.features) !== undefined;
  const unusual = unusualForApps(hasApps, readSigningKeyFolder(config.keysDir).keys);
  return unusual ? [`${unusual.message}: ${unusual.remedy}`] : [];
}

async function freeSocket(path: string): Promise<void> {
  // Until the socket has SOCKET_MODE, nobody else may connect and pass for a proxy. Workers inherit the umask.
  process.umask(0o077);
  try {
    await removeStaleSocket(path);
  } catch (error) {
    throw socketUnusable(path, error);
  }
}

async function serveAlone(
  config: Config,
  log: Logger,
  output: StandardOutput,
  { environment, settingsFile }: { readonly environment: Environment; readonly settingsFile: EnvironmentFile },
): Promise<string> {
  let db: WritableDatabase | undefined;
  let signingKeys: OpenSigningKeyRing | undefined;
  let app: App | undefined;
  let metricsServer: MetricsServer | undefined;
  // Installed first: the start may take long, and stopping must also end a partly started service.
  const stop = stopOnSignals(log, output, async () => {
    signingKeys?.close();
    await app?.stop(STOP_TIME);
    if (isWorker() && app) reportFinalMetrics([...app.counters(), ...processMetrics(process)]);
    await disconnectFromPrimary();
    await metricsServer?.close();
    await db?.close();
  });
  db = await whenReachable(() => openMigrated(config, (line) => log.info(line)), log);
  ensurePublicKey(config, Date.now());
  signingKeys = openSigningKeyRing(signingKeySettings(config), log);
  // Loaded lazily, because operator commands never need it and start in half the time without it.
  const { createApp } = await import('../app/app.ts');
  const service = createApp({
    config,
    signingKeys,
    db,
    log,
    logRequest: createRequestLog(config, output),
    settingsFile,
    runDoctor: async (signal) =>
      (await import('../cli/doctor/doctor-worker.ts')).runDoctorInWorker(environment, settingsFile, signal),
    tracing: await startTracing(config, log),
  });
  app = service;
  const loopDelay = config.metricsPort === undefined ? () => [] : createEventLoopDelay();
  const metrics = async () => [...(await service.metrics()), ...processMetrics(process), ...loopDelay()];
  onReload(stop, () => isWorker() || log.warn(NO_WORKERS_TO_REPLACE));
  if (isWorker()) reportMetricsOnDemand(metrics);
  else metricsServer = await serveMetrics(config, async () => [...(await metrics()), ...workerMetrics(1, 0)]);
  // A worker that cannot load everything must not replace one that can.
  return service.start({ loadsAll: isWorker() });
}

/** Loads nothing unless a collector is configured. */
async function startTracing(config: Config, log: Logger): Promise<Tracing | undefined> {
  const { tracesUrl } = config;
  if (tracesUrl === undefined) return undefined;
  const { createTracing } = await import('../monitoring/tracing/tracing.ts');
  return createTracing({ ...config, tracesUrl }, process.pid, log);
}

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
  // Runs before workers are forked, so that a database error is reported once and no worker is restarted for it.
  const db = await whenReachable(() => openMigrated(config, (line) => log.info(line)), log);
  await db.close();
  metricsServer = await serveMetrics(config, async () =>
    combineFamilies([await total(), processMetrics(process), workerMetrics(config.workers, workers.died())]),
  );
  onReload(stop, () => void workers.rollingRestart());
  return workers.start();
}

const LOG_SETTINGS = ['NODE_ENV', 'LOG_FORMAT'] as const;

/** Reads LOG_FORMAT even if another setting is invalid, because that error must be logged. */
function logFormatIn(environment: Environment): 'json' | 'text' {
  const [nodeEnv, logFormat] = LOG_SETTINGS.map((name) => environment[name]?.trim());
  if (logFormat === 'json' || logFormat === 'text') return logFormat;
  return nodeEnv === 'production' ? 'json' : 'text';
}
