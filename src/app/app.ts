import type { SharedServices } from '../api/services.ts';
import { warnOfMissingTexts } from '../config/missing-texts.ts';
import { createConsoleTexts } from '../console/console-context.ts';
import { promoteAtStart } from '../core/lifecycle/first-admin.ts';
import { longestLifetimeMs } from '../declare/purposes-and-lifetimes.ts';
import { enabledFeatures } from '../features/index.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { MailCounters } from '../mail/delivery.ts';
import { createAuditLog } from '../monitoring/audit-log.ts';
import type { FindingCounts } from '../monitoring/finding-metrics.ts';
import type { LogRequest } from '../monitoring/log.ts';
import type { Family } from '../monitoring/prometheus-text.ts';
import { readinessChecks } from '../monitoring/readiness-checks.ts';
import { createPageTexts } from '../pages/page-texts.ts';
import { loadPageScripts } from '../pages/scripts.ts';
import type { RecordedEvent } from '../store/audit/record.ts';
import { createStore } from '../store/commit.ts';
import type { WritableDatabase } from '../store/engine/database.ts';
import { logOutages } from '../store/engine/outage-log.ts';
import { observeQueries } from '../store/engine/query-times.ts';
import { createSchemaFit } from '../store/engine/schema-fit.ts';
import { type ContextParts, createContext } from './app-context.ts';
import { keepOneSessionPerUser, listenForAdministrators, listenForEverybody } from './before-listening.ts';
import { createEndpoints } from './create-endpoints.ts';
import { createMail, type Mail } from './create-mail.ts';
import { createMetrics, writtenFolders } from './create-metrics.ts';
import { createServers } from './create-servers.ts';
import { createServices } from './create-services.ts';
import { createDevelopmentHints } from './development-hints.ts';
import { createDoctorSchedule } from './doctor-schedule.ts';
import { AT_ONCE, connectionsOf, type StopTime, shutDown } from './graceful-shutdown.ts';
import { startHousekeeping } from './housekeeping.ts';
import { loadInBackground, loadRemainingModules } from './load-after-start.ts';
import { createFileWatch } from './watch-database-file.ts';
import { createKeyWatch } from './watch-signing-and-data-keys.ts';

export interface AppParts extends ContextParts {
  readonly db: WritableDatabase;
  readonly logRequest: LogRequest;
  /** Only for the test server: adds endpoints, and can make the others fail. */
  readonly forTests?: (endpoints: readonly Endpoint[], services: SharedServices, mail: Mail) => readonly Endpoint[];
  /** Runs latchkey doctor for the metrics. */
  readonly runDoctor?: (signal: AbortSignal) => Promise<FindingCounts>;
}

export interface App {
  /** E-mails that this process has sent or failed to send since startup. */
  readonly mailCounters: Readonly<MailCounters>;
  metrics(): Promise<Family[]>;
  counters(): Family[];
  /** Starts to listen and resolves with the service's URL. `loadsAll`: waits until everything is loaded. */
  start(options?: { readonly loadsAll: boolean }): Promise<string>;
  /** Graceful shutdown: finishes requests in progress; unsent e-mails stay. With time to drain, no request is lost. */
  stop(time?: StopTime): Promise<void>;
}

/** Composition root: dependency injection by hand. */
export function createApp(parts: AppParts): App {
  let ownUrl = '';
  let stopping = false;
  let isBroken = false;
  let draining = false;
  const context = createContext(parts, () => parts.config.frontendUrl ?? ownUrl);
  const { config, log, timers, tracing, frontendUrl, languages, ownTexts } = context;
  const metrics = createMetrics();
  // A measurement costs a microsecond, a tenth of a read from SQLite.
  const isMeasured = config.metricsPort !== undefined;
  const watched = logOutages(isMeasured ? observeQueries(parts.db, metrics.record.query) : parts.db, log);
  const traced = tracing?.database(watched) ?? watched;
  const folders = writtenFolders(config);
  const consoleTexts = createConsoleTexts(ownTexts, languages);
  const pageTexts = createPageTexts(ownTexts, languages);
  const mail = createMail(context, createStore(traced));
  const { worker } = mail;
  // After the response is written: sending an e-mail must not delay the response that caused it (timing).
  const wakeMail = () => void setImmediate(worker.wake);
  const logEvent = config.auditLog ? createAuditLog(log) : undefined;
  const recorded = (event: RecordedEvent) => {
    metrics.record.event(event);
    logEvent?.(event);
  };
  const db = createStore(traced, { wakeMail, recorded, features: config.features });
  const services = createServices(context, db, mail);
  const keyWatch = createKeyWatch({ ...context, db, longestTokenMs: longestLifetimeMs(config.accessTokenTtlMs) });
  const fileWatch = createFileWatch(db, timers, log);
  const checks = readinessChecks(db, {
    folders,
    isMailServerDown: worker.isServerDown,
    schemaFits: createSchemaFit(db, log),
    isStopping: () => stopping,
    isBroken: () => isBroken,
    hasWrongDataKeys: keyWatch.hasWrongDataKeys,
    lacksSigningKeys: keyWatch.lacksSigningKeys,
    isFileDamaged: fileWatch?.isDamaged,
  });
  let corsOrigins: ReadonlySet<string> = new Set(config.corsOrigins);
  const hints = createDevelopmentHints({ config, corsOrigins: () => corsOrigins, log });
  const ownEndpoints = createEndpoints(context, { hints, services, mail, pageTexts, consoleTexts, checks });
  const { server, adminServer } = createServers(context, {
    endpointsOf(hasAdmin) {
      const served = ownEndpoints(hasAdmin);
      return { ...served, endpoints: parts.forTests?.(served.endpoints, services, mail) ?? served.endpoints };
    },
    corsOrigins: () => corsOrigins,
    refusedOrigin: hints?.refusedOrigin,
    isStopping: () => draining,
    answered(line, request) {
      parts.logRequest(line, request);
      metrics.record.request(line);
      tracing?.answered(line);
    },
  });
  const servers = [server, ...(adminServer ? [adminServer] : [])];
  const doctor = isMeasured && parts.runDoctor ? createDoctorSchedule(parts.runDoctor, timers, log) : undefined;
  const figures = metrics.from(services, {
    db,
    log,
    folders,
    emails: worker.counters,
    keyAges: keyWatch.ages,
    isMailServerDown: worker.isServerDown,
    connections: () => connectionsOf(servers),
    checks,
    findings: () => doctor?.counts() ?? {},
    tracing,
  });
  const stops: (() => void | Promise<void>)[] = [];
  const hasInbox = mail.inbox !== undefined;
  const load = () => loadRemainingModules({ hasSmtp: !hasInbox });
  const loadAfterStart = async (isLoaded: boolean): Promise<void> => {
    if (!isLoaded) await load();
    if (config.features.pages || config.features.reference || hasInbox) await loadPageScripts();
  };

  return {
    mailCounters: worker.counters,
    metrics: figures.all,
    counters: figures.counters,
    async start({ loadsAll } = { loadsAll: false }) {
      if (loadsAll) await load();
      if (config.textsDir !== undefined)
        warnOfMissingTexts([await pageTexts.load(), await consoleTexts.load(), mail.texts], log);
      if (!config.features.manySessions) await keepOneSessionPerUser(db, log);
      if (services.firstAdminEmail !== undefined && (await promoteAtStart(db, services.firstAdminEmail)))
        log.info('the account of FIRST_ADMIN_EMAIL is now an administrator');
      // First, so that the public port stays closed if this one cannot be used.
      if (adminServer) await listenForAdministrators(adminServer, config);
      const { url, instance } = await listenForEverybody(server, config);
      ownUrl = url;
      if (config.corsOrigins === undefined) corsOrigins = new Set([new URL(frontendUrl()).origin]);
      for (const { started } of enabledFeatures(config.features)) {
        const stop = await started?.({ ...context, services });
        if (stop) stops.push(stop);
      }
      stops.push(await keyWatch.start(instance));
      if (fileWatch) stops.push(fileWatch.start());
      if (doctor) stops.push(doctor.start());
      worker.start();
      const { auditRetentionMs: auditKeptMs, unverifiedKeptMs } = config;
      const { activeUsers } = services;
      stops.push(startHousekeeping(db, { auditKeptMs, unverifiedKeptMs, activeUsers }, log, timers));
      const report = (hasFailed: boolean) => {
        isBroken = hasFailed;
      };
      stops.push(loadInBackground(() => loadAfterStart(loadsAll), timers, log, report));
      return ownUrl;
    },
    async stop(time) {
      stopping = true;
      await Promise.all(stops.map((stop) => stop()));
      await shutDown(servers, time ?? AT_ONCE, () => {
        draining = true;
        services.liveAudit.close();
      });
      await services.breachNotices.finished();
      await worker.stop();
      await services.activeUsers
        .flush(db)
        .catch((err: unknown) => log.warn({ err }, 'not all active users were counted'));
      await tracing?.stop();
    },
  };
}
