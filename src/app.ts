import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createCommonPasswords } from './accounts/common-passwords.ts';
import { createPasswords } from './accounts/password-hashing.ts';
import { createPasswordRule } from './accounts/password-rule.ts';
import { createThrottle } from './accounts/throttle.ts';
import type { Config } from './config/config.ts';
import { ApiError } from './http/api-error.ts';
import { clientNetwork, createClientAddress } from './http/client-address.ts';
import type { Endpoint } from './http/endpoint.ts';
import { NotFound } from './http/errors.ts';
import { createHttpServer } from './http/server.ts';
import { warnOfUntrustedProxy } from './http/untrusted-proxy-warning.ts';
import type { MailCounters } from './mail/delivery.ts';
import { openDeveloperInbox } from './mail/developer-inbox.ts';
import { createMessages } from './mail/render/messages.ts';
import { readTemplates } from './mail/render/template-overrides.ts';
import { createSmtpTransport } from './mail/smtp/transport.ts';
import { readSmtpUrl } from './mail/smtp/url.ts';
import { createMailWorker } from './mail/worker.ts';
import { healthEndpoints } from './monitoring/health.ts';
import { startHousekeeping } from './monitoring/housekeeping.ts';
import { createRequestLog } from './monitoring/log.ts';
import type { Family } from './monitoring/metric-families.ts';
import { counted, type Metered, metricsOf } from './monitoring/metrics.ts';
import { createRequestMetrics } from './monitoring/request-metrics.ts';
import { jwksEndpoint } from './operations/jwks-endpoint.ts';
import { openApiEndpoint } from './operations/openapi/endpoint.ts';
import { operationEndpoint } from './operations/operation-endpoint.ts';
import { ROUTES } from './operations/routes.ts';
import type { Services } from './operations/services.ts';
import { inboxEndpoints } from './pages/inbox-endpoints.ts';
import { notFoundPage, type PageSettings, pageEndpoints } from './pages/page-endpoints.ts';
import { createScripts } from './pages/scripts.ts';
import { createStylesheet } from './pages/stylesheet.ts';
import { realTimers, type Timers } from './runtime/timers.ts';
import { VERSION } from './runtime/version.ts';
import type { Database } from './store/database.ts';
import { logOutages } from './store/outage-log.ts';
import { createSignedTokens } from './tokens/signed-tokens.ts';
import type { KeyRing } from './tokens/signing-key.ts';

export interface AppParts {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly db: Database;
  readonly log: Logger;
  readonly nowMs?: () => number;
  readonly timers?: Timers;
}

export interface StopTime {
  /** How long only /readyz says that the service stops: balancers that look there send their clients elsewhere. */
  readonly noticeMs: number;
  /** After that, no connection is taken any more; how long clients are told to come back on a new one before the idle ones are closed. */
  readonly drainMs: number;
}

export interface App {
  /** What this process has done with e-mails since it started; what waits is in the database for all of them. */
  readonly mailCounters: Readonly<MailCounters>;
  /** What this process has counted, and how things stand. */
  metrics(): Promise<Family[]>;
  counted(): Family[];
  /** Listens, and answers with the service's own address. */
  start(): Promise<string>;
  /** Finishes what was begun and leaves the rest in the database. Given time, no client loses a request to a connection that closes under it. */
  stop(time?: StopTime): Promise<void>;
}

/** The whole wiring, by hand. */
export function createApp({ config, keys, db: database, log, nowMs = Date.now, timers = realTimers }: AppParts): App {
  const db = logOutages(database, log);
  let ownUrl = '';
  let stopping = false;
  let draining = false;
  const frontendUrl = () => config.frontendUrl ?? ownUrl;

  const tokens = createSignedTokens({
    keys,
    issuer: config.tokenIssuer,
    issuerIsChecked: config.tokenIssuerIsChecked,
    audience: config.tokenAudience,
    accessTtlMs: config.accessTokenTtlMs,
    accessEndsWithPassword: config.hardened,
    nowMs,
  });
  const inbox = config.smtpUrl === undefined ? openDeveloperInbox(join(config.dataDir, 'inbox'), log) : undefined;
  const worker = createMailWorker({
    db,
    tokens,
    transport: inbox ?? createSmtpTransport(readSmtpUrl(config.smtpUrl as string), timers),
    messages: createMessages(
      config.brand,
      config.mailTemplatesDir === undefined ? undefined : readTemplates(config.mailTemplatesDir),
    ),
    from: config.mailFrom,
    replyTo: config.brand.supportEmail,
    frontendUrl,
    log,
    timers,
  });

  const services: Services = {
    db,
    tokens,
    passwords: createPasswords({
      concurrency: config.hashConcurrency,
      prefetch: config.hashPrefetch,
      maxWaiting: config.hashQueue,
      clientAt: clientNetwork,
      onUnreadableHash: (userId) =>
        log.error(
          { userId },
          'the stored password hash of this account is no argon2 hash: every password counts as wrong',
        ),
    }),
    throttle: createThrottle(db, {
      failedLogins: config.maxFailedLogins,
      emailBurst: config.maxEmailBurst,
      clientAt: clientNetwork,
    }),
    brokenPasswordRule: createPasswordRule(config.hardened ? readCommonPasswords() : undefined),
    refreshTokenTtlMs: config.refreshTokenTtlMs,
    hardened: config.hardened,
    // After the answer is out: sending an e-mail must not make the answer that caused it any later than one that sends none.
    wakeMail: () => void setImmediate(worker.wake),
    notifyPasswordChange: config.notifyPasswordChange,
  };
  const requests = createRequestMetrics();
  const logRequest = createRequestLog(log);
  let corsOrigins: ReadonlySet<string> = new Set(config.corsOrigins);
  const { brand } = config;
  const stylesheet = createStylesheet(brand);
  const scripts = createScripts();
  const hosted = { brand, stylesheet: stylesheet.address, scriptOf: scripts.scriptOf };
  const pages: PageSettings | undefined = config.pages
    ? { ...hosted, hasDeveloperInbox: inbox !== undefined, nowMs }
    : undefined;
  const hostNames = () => [config.host, new URL(frontendUrl()).hostname];
  const endpoints: Endpoint[] = [
    ...ROUTES.map((route) => operationEndpoint(route, services, log)),
    jwksEndpoint(keys),
    openApiEndpoint(VERSION),
    ...healthEndpoints(db, () => stopping),
    stylesheet.endpoint,
    ...(inbox || pages ? [scripts.endpoint] : []),
    ...(inbox ? inboxEndpoints(inbox, { ...hosted, settled: worker.settled, hostNames }) : []),
    ...(pages ? pageEndpoints(pages) : []),
  ];
  const server = createHttpServer(
    endpoints,
    {
      clientAddress: warnOfUntrustedProxy(createClientAddress(config.trustProxy), log),
      requestTimeoutMs: config.requestTimeoutMs,
      maxConnections: config.maxConnections,
      corsOrigins: () => corsOrigins,
      async notFound(request) {
        const page = pages && (await notFoundPage(request, pages));
        if (page) return page;
        throw new ApiError(NotFound);
      },
      production: config.production,
      isStopping: () => draining,
      answered(line) {
        logRequest(line);
        requests.seen(line);
      },
    },
    log,
  );
  const { connections } = server;
  const metered: Metered = { requests, passwords: services.passwords, emails: worker.counters, connections, db, log };
  let stopHousekeeping = () => {};

  return {
    mailCounters: worker.counters,
    metrics: () => metricsOf(metered),
    counted: () => counted(metered),
    async start() {
      const port = await server.listen({ host: config.host, port: config.port });
      ownUrl = addressOf(config.host, port);
      if (config.corsOrigins === undefined) corsOrigins = new Set([new URL(frontendUrl()).origin]);
      worker.start();
      stopHousekeeping = startHousekeeping(db, config.auditRetentionMs, log, timers);
      return ownUrl;
    },
    async stop({ noticeMs, drainMs } = { noticeMs: 0, drainMs: 0 }) {
      stopping = true;
      stopHousekeeping();
      await drained(connections, noticeMs);
      // Before any client is told to come back on a new connection: one that is made just as the port closes is lost, and while the others
      // are kept a proxy makes hardly any.
      server.stopListening();
      draining = true;
      await drained(connections, drainMs);
      await server.close();
      await worker.stop();
    },
  };
}

const readCommonPasswords = () =>
  createCommonPasswords(readFileSync(new URL('./accounts/common-passwords.txt', import.meta.url), 'utf8'));

const DRAIN_LOOK_MS = 20;

async function drained(connections: () => Promise<number>, withinMs: number): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs && (await connections()) > 0) await setTimeout(DRAIN_LOOK_MS);
}

/** The address a person can open: a wildcard is none. */
function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
