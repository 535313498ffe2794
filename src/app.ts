import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createActiveUsers } from './accounts/active-users.ts';
import { createCommonPasswords } from './accounts/common-passwords.ts';
import { canonicalEmail } from './accounts/email-address.ts';
import { endSessionsOfMany } from './accounts/end-sessions.ts';
import { promoteAtStart } from './accounts/first-admin.ts';
import { createChallenges } from './accounts/passkeys/challenges.ts';
import type { RelyingParty } from './accounts/passkeys/relying-party.ts';
import { createPasswords, type HashingCost } from './accounts/password-hashing.ts';
import { createPasswordRule } from './accounts/password-rule.ts';
import { sessionPolicy } from './accounts/session-policy.ts';
import { createThrottle, EMAIL_REFILL_MS } from './accounts/throttle.ts';
import { type Config, ConfigError } from './config/config.ts';
import { serviceUrl } from './config/console-url.ts';
import { createLanguages } from './config/languages.ts';
import { warnOfMissingTexts } from './config/missing-texts.ts';
import { passkeyParty } from './config/passkey-settings.ts';
import { settingsInForce } from './config/settings-in-force.ts';
import { availableLanguages, readTextsFolder } from './config/texts-folder.ts';
import { existingDataKeys, openDataKeys } from './data-keys/open-data-keys.ts';
import { ApiError } from './http/api-error.ts';
import { clientNetwork, createClientAddress } from './http/client-address.ts';
import type { Endpoint } from './http/endpoint.ts';
import { NotFound } from './http/errors.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { warnOfUntrustedProxy } from './http/untrusted-proxy-warning.ts';
import type { MailCounters } from './mail/delivery.ts';
import { openDeveloperInbox } from './mail/developer-inbox.ts';
import { createEmailPreview } from './mail/render/email-preview.ts';
import { readMailLogos } from './mail/render/logo.ts';
import { createMessages } from './mail/render/messages.ts';
import { readTemplates } from './mail/render/template-overrides.ts';
import { createSmtpTransport } from './mail/smtp/transport.ts';
import { readSmtpUrl } from './mail/smtp/url.ts';
import { emailTexts } from './mail/texts/languages.ts';
import { createMailWorker } from './mail/worker.ts';
import { healthEndpoints } from './monitoring/health.ts';
import { startHousekeeping } from './monitoring/housekeeping.ts';
import { createRequestLog } from './monitoring/log.ts';
import { collectMetrics, counters, type MetricSources } from './monitoring/metrics.ts';
import type { Family } from './monitoring/prometheus-text.ts';
import { createRequestMetrics } from './monitoring/request-metrics.ts';
import { createLiveAudit } from './operations/admin/audit/live-audit.ts';
import { jwksEndpoint } from './operations/jwks-endpoint.ts';
import { openApiEndpoint } from './operations/openapi/endpoint.ts';
import { loadSerializer, operationEndpoint } from './operations/operation-endpoint.ts';
import { relatedOriginsEndpoint } from './operations/related-origins-endpoint.ts';
import { enabledRoutes, loadRoutes, ROUTES } from './operations/routes.ts';
import type { Services } from './operations/services.ts';
import { adminPageEndpoints } from './pages/admin-endpoints.ts';
import { readCustomCss } from './pages/custom-css.ts';
import { iconEndpoints } from './pages/icon.ts';
import { inboxEndpoints } from './pages/inbox-endpoints.ts';
import { notFoundPage, type PageSettings, pageEndpoints } from './pages/page-endpoints.ts';
import { createPageTexts } from './pages/page-texts.ts';
import { createScripts } from './pages/scripts.ts';
import { createConsoleStylesheet, createStylesheet } from './pages/stylesheet.ts';
import { realTimers, type Timers } from './runtime/timers.ts';
import { VERSION } from './runtime/version.ts';
import type { Database } from './store/database.ts';
import { logOutages } from './store/outage-log.ts';
import * as passkeys from './store/passkeys.ts';
import { createTotals } from './store/totals.ts';
import { createSignedTokens } from './tokens/signed-tokens.ts';
import type { KeyRing } from './tokens/signing-key.ts';

export interface AppParts {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly db: Database;
  readonly log: Logger;
  readonly nowMs?: () => number;
  readonly timers?: Timers;
  readonly hashingCost?: HashingCost;
  /** The file that settings were read from, and the names of those; shown by the administration. */
  readonly settingsFile?: { readonly path: string | undefined; readonly names: ReadonlySet<string> };
}

/** The phases of a graceful shutdown. */
export interface StopTime {
  /** First /readyz answers 503, and everything else is served as before: load balancers stop sending traffic. */
  readonly noticeMs: number;
  /** Then the port is closed and responses carry `connection: close`; after this time idle keep-alive connections are closed. */
  readonly drainMs: number;
}

export interface App {
  /** E-mails that this process has sent or failed to send since it started. */
  readonly mailCounters: Readonly<MailCounters>;
  /** Counters and gauges. */
  metrics(): Promise<Family[]>;
  counters(): Family[];
  /** Starts to listen; resolves with the service's URL. */
  start(): Promise<string>;
  /** Graceful shutdown: finishes requests in progress; unsent e-mails stay in the outbox. With time to drain, no client loses a request. */
  stop(time?: StopTime): Promise<void>;
}

/** Composition root: dependency injection by hand. */
export function createApp(parts: AppParts): App {
  const { config, keys, db: database, log, nowMs = Date.now, timers = realTimers, hashingCost, settingsFile } = parts;
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
  const ownTexts = config.textsDir === undefined ? new Map() : readTextsFolder(config.textsDir);
  const languages = createLanguages(availableLanguages(ownTexts, config.languages));
  const emails = emailTexts(ownTexts);
  const pageTexts = createPageTexts(ownTexts, languages);
  const inbox =
    config.smtpUrl === undefined ? openDeveloperInbox(join(config.dataDir, 'inbox'), log, timers) : undefined;
  const messages = createMessages({
    brand: config.brand,
    languages,
    texts: emails,
    logos: readMailLogos(config),
    templates:
      config.mailTemplatesDir === undefined ? undefined : readTemplates(config.mailTemplatesDir, languages.all),
  });
  const worker = createMailWorker({
    db,
    tokens,
    transport: inbox ?? createSmtpTransport(readSmtpUrl(config.smtpUrl as string), timers),
    messages,
    from: config.mailFrom,
    replyTo: config.brand.supportEmail,
    frontendUrl,
    log,
    timers,
  });

  const dataKeys = config.authenticatorApps || config.passkeysAreOn ? openDataKeys(config) : existingDataKeys(config);
  const relyingParty = (): RelyingParty => {
    const { id = '', origins = [] } = passkeyParty(config, frontendUrl()) ?? {};
    return { id, origins, name: config.brand.productName };
  };
  const services: Services = {
    db,
    tokens,
    passwords: createPasswords({
      concurrency: config.hashConcurrency,
      prefetch: config.hashPrefetch,
      maxWaiting: config.hashQueue,
      clientAt: clientNetwork,
      ...(hashingCost && { cost: hashingCost }),
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
    dataKeys,
    passkeys: {
      areOn: config.passkeysAreOn,
      relyingParty,
      challenges: createChallenges(dataKeys, nowMs),
      counters: { right: 0, wrong: 0, unknown: 0 },
    },
    maxFailedCodes: config.maxFailedCodes,
    codeCounters: { right: 0, wrong: 0, refused: 0, recovery: 0 },
    secondFactorPolicy: config.secondFactor,
    system: {
      keys,
      languages: languages.all,
      previewEmail: createEmailPreview(messages, frontendUrl, nowMs),
      settings: { all: settingsInForce(config, settingsFile?.names ?? new Set()), file: settingsFile?.path },
      mail: { server: config.smtpUrl && new URL(config.smtpUrl).host, isDown: worker.isServerDown },
      version: VERSION,
      startedAtMs: nowMs(),
      workers: config.workers,
    },
    firstAdminEmail: config.firstAdminEmail && (canonicalEmail(config.firstAdminEmail) ?? config.firstAdminEmail),
    productName: config.brand.productName,
    brokenPasswordRule: createPasswordRule(config.hardened ? readCommonPasswords() : undefined),
    sessionPolicy: sessionPolicy(config),
    sessionCounters: { refreshTokensReused: 0 },
    activeUsers: createActiveUsers(nowMs),
    totals: createTotals(db, nowMs),
    liveAudit: createLiveAudit(db, timers),
    freshLoginMs: config.freshLoginMs,
    nowMs,
    deletionGraceMs: config.deletionGraceMs,
    hardened: config.hardened,
    // After the response is written: sending an e-mail must not delay the response that caused it (timing side channel).
    defaultLanguage: languages.fallback,
    wakeMail: () => void setImmediate(worker.wake),
    notifyPasswordChange: config.notifyPasswordChange,
    notifyNewDevice: config.notifyNewDevice,
  };
  const requests = createRequestMetrics();
  const logRequest = createRequestLog(log);
  let corsOrigins: ReadonlySet<string> = new Set(config.corsOrigins);
  const { brand } = config;
  const stylesheet = createStylesheet(brand);
  const consoleStylesheet = createConsoleStylesheet();
  const scripts = createScripts();
  const hosted = { brand, stylesheet: stylesheet.address, scriptOf: scripts.scriptOf };
  const customCss = config.customCss === undefined ? undefined : readCustomCss(config.customCss);
  const hostedPages: Omit<PageSettings, 'hasConsole'> | undefined = config.pages
    ? {
        ...hosted,
        hasDeveloperInbox: inbox !== undefined,
        hasManySessions: config.sessions === 'many',
        hasPasskeys: config.passkeysAreOn,
        consoleStylesheet: consoleStylesheet.address,
        deletionGraceMs: config.deletionGraceMs,
        hasAuthenticatorApps: config.authenticatorApps,
        emailLimit: { burst: config.maxEmailBurst, refillMs: EMAIL_REFILL_MS },
        nowMs,
        returnUrls: config.returnUrls,
        homeUrl: config.homeUrl,
        languages,
        texts: pageTexts,
        customCss,
        industries: config.industries,
        phoneCountries: config.phoneCountries,
      }
    : undefined;
  const hostNames = () => [config.host, config.adminHost, new URL(frontendUrl()).hostname];
  const clientAddress = warnOfUntrustedProxy(createClientAddress(config.trustProxy), log);
  /** A server for everything, or for everything but the administration, which has a server of its own with ADMIN_PORT. */
  const createServer = (hasAdmin: boolean): HttpServer => {
    const routes = enabledRoutes(ROUTES, config).filter(({ isAdministration }) => hasAdmin || !isAdministration);
    const pages = hostedPages && { ...hostedPages, hasConsole: hasAdmin };
    const endpoints: Endpoint[] = [
      ...routes.map((route) => operationEndpoint(route, services, log)),
      jwksEndpoint(keys),
      ...(config.passkeysAreOn ? [relatedOriginsEndpoint(relyingParty)] : []),
      openApiEndpoint(VERSION, routes),
      ...healthEndpoints(db, () => stopping),
      stylesheet.endpoint,
      ...(pages && customCss ? [customCss.endpoint] : []),
      ...(inbox || pages ? [scripts.endpoint, ...iconEndpoints(brand)] : []),
      ...(inbox ? inboxEndpoints(inbox, { ...hosted, settled: worker.settled, hostNames }) : []),
      ...(pages ? pageEndpoints(pages) : []),
      ...(pages?.hasConsole
        ? [consoleStylesheet.endpoint, ...adminPageEndpoints(pages, services.system.previewEmail)]
        : []),
    ];
    return createHttpServer(
      endpoints,
      {
        languages,
        clientAddress,
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
          requests.record(line);
        },
      },
      log,
    );
  };
  const isAdminApart = config.admin && config.adminPort !== undefined;
  const server = createServer(config.admin && !isAdminApart);
  const adminServer = isAdminApart ? createServer(true) : undefined;
  const servers = [server, ...(adminServer ? [adminServer] : [])];
  const connections = async () => (await Promise.all(servers.map((one) => one.connections()))).reduce((a, b) => a + b);
  const sources: MetricSources = {
    requests,
    passwords: services.passwords,
    emails: worker.counters,
    sessions: services.sessionCounters,
    codes: services.codeCounters,
    passkeys: services.passkeys.counters,
    liveListeners: services.liveAudit.count,
    connections,
    db,
    log,
  };
  let stopHousekeeping = () => {};
  let cancelLoading = () => {};

  return {
    mailCounters: worker.counters,
    metrics: () => collectMetrics(sources),
    counters: () => counters(sources),
    async start() {
      if (config.textsDir !== undefined) warnOfMissingTexts(emails, await pageTexts.load(), log);
      if (config.sessions === 'single') await keepOneSessionPerUser(db, log);
      if (services.firstAdminEmail !== undefined && (await promoteAtStart(db, services.firstAdminEmail)))
        log.info('the account that FIRST_ADMIN_EMAIL names is now an administrator');
      // First, so that the public port is not open yet when this one cannot be used.
      if (adminServer) await listenForAdministrators(adminServer, config);
      const port = await server.listen({ host: config.host, port: config.port });
      ownUrl = serviceUrl(config.host, port);
      if (config.corsOrigins === undefined) corsOrigins = new Set([new URL(frontendUrl()).origin]);
      if (config.passkeysAreOn) await warnOfOtherRpId(db, relyingParty().id, log);
      worker.start();
      stopHousekeeping = startHousekeeping(
        db,
        {
          auditKeptMs: config.auditRetentionMs,
          unverifiedKeptMs: config.unverifiedKeptMs,
          activeUsers: services.activeUsers,
        },
        log,
        timers,
      );
      cancelLoading = timers.after(LOAD_REST_AFTER_MS, () =>
        loadRest({ hasSmtp: inbox === undefined }).catch((err: unknown) =>
          log.error({ err }, 'cannot load its own files'),
        ),
      );
      return ownUrl;
    },
    async stop({ noticeMs, drainMs } = { noticeMs: 0, drainMs: 0 }) {
      stopping = true;
      stopHousekeeping();
      cancelLoading();
      await waitUntilDrained(connections, noticeMs);
      // The port is closed before `connection: close` makes clients reconnect: a connection made just as the port closes would be lost, and
      // while keep-alive connections stay open a proxy opens hardly any new one.
      for (const one of servers) one.stopListening();
      draining = true;
      services.liveAudit.close();
      await waitUntilDrained(connections, drainMs);
      await Promise.all(servers.map((one) => one.close()));
      await worker.stop();
      await services.activeUsers
        .flush(db)
        .catch((err: unknown) => log.warn({ err }, 'active users are not all counted'));
    },
  };
}

const LOAD_REST_AFTER_MS = 500;

/**
 * Loads what answering can begin without: at the start, it would take two fifths more processor time. Once the service runs, nothing is read from its folder
 * that a newer version could have replaced, except for the first page.
 */
async function loadRest({ hasSmtp }: { readonly hasSmtp: boolean }): Promise<void> {
  await loadSerializer();
  await import('./mail/render/mime.ts');
  if (hasSmtp) await import('./mail/smtp/session.ts');
  await loadRoutes(ROUTES);
}

const readCommonPasswords = () =>
  createCommonPasswords(readFileSync(new URL('./accounts/common-passwords.txt', import.meta.url), 'utf8'));

/** Its own error, because the one of the public port tells to change PORT. */
async function listenForAdministrators(server: HttpServer, { adminHost: host, adminPort: port = 0 }: Config) {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw new ConfigError(
      `ADMIN_PORT ${port} of ${host} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** After a change from SESSIONS=many: before the first request is answered, so that nobody meets two sessions of a user. */
async function keepOneSessionPerUser(db: Database, log: Logger): Promise<void> {
  const ended = await endSessionsOfMany(db);
  if (ended > 0) log.warn({ ended }, 'SESSIONS=single: ended all but the latest session of each user');
}

/** Passkeys belong to an RP ID for ever: those of another one are offered by no browser. */
async function warnOfOtherRpId(db: Database, rpId: string, log: Logger): Promise<void> {
  const other = await passkeys.otherRpId(db, rpId);
  if (other === undefined) return;
  log.warn(
    { rpId, other },
    'there are passkeys of another PASSKEY_RP_ID: they cannot be used, and their owners need new ones',
  );
}

const DRAIN_POLL_INTERVAL_MS = 20;

async function waitUntilDrained(connections: () => Promise<number>, withinMs: number): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs && (await connections()) > 0) await setTimeout(DRAIN_POLL_INTERVAL_MS);
}
