import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createCommonPasswords } from './accounts/common-passwords.ts';
import { createPasswords } from './accounts/password-hashing.ts';
import { createPasswordRule } from './accounts/password-rule.ts';
import { createSignedTokens } from './accounts/signed-tokens.ts';
import type { KeyRing } from './accounts/signing-key.ts';
import type { Config } from './config.ts';
import type { Services } from './http/api-request.ts';
import { createClientAddress } from './http/client-address.ts';
import { installDeveloperInbox } from './http/developer-inbox-route.ts';
import { installJwks } from './http/jwks-route.ts';
import { installOpenApi } from './http/openapi-route.ts';
import { createServer } from './http/server.ts';
import { createThrottle } from './http/throttle.ts';
import { warnOfUndeclaredProxy } from './http/undeclared-proxy.ts';
import { openDeveloperInbox } from './mail/developer-inbox.ts';
import { createSmtpTransport } from './mail/smtp.ts';
import { createMailWorker } from './mail/worker.ts';
import { installHealth } from './ops/health.ts';
import { startHousekeeping } from './ops/housekeeping.ts';
import { installPages } from './pages/install-pages.ts';
import { installStylesheet } from './pages/stylesheet.ts';
import type { Database } from './store/database.ts';
import { VERSION } from './version.ts';

export interface AppParts {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly db: Database;
  readonly log: Logger;
  readonly nowMs?: () => number;
}

export interface App {
  readonly server: FastifyInstance;
  /** Listens, and answers with the service's own address. */
  start(): Promise<string>;
  /** Refuses new work, finishes what was begun, and leaves the rest in the database. */
  stop(): Promise<void>;
}

/** The whole wiring, by hand. */
export function createApp({ config, keys, db, log, nowMs = Date.now }: AppParts): App {
  let ownUrl = '';
  let stopping = false;
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
  const transport = inbox ?? createSmtpTransport(config.smtpUrl as string);
  const worker = createMailWorker({ db, tokens, transport, from: config.mailFrom, frontendUrl, nowMs, log });

  const services: Services = {
    db,
    tokens,
    passwords: createPasswords({ concurrency: config.hashConcurrency, maxWaiting: config.hashQueue }),
    throttle: createThrottle(db, { failedLogins: config.maxFailedLogins, emailBurst: config.maxEmailBurst }),
    passwordProblem: createPasswordRule(config.hardened ? readCommonPasswords() : undefined),
    refreshTokenTtlMs: config.refreshTokenTtlMs,
    hardened: config.hardened,
    // After the answer is out: sending an e-mail must not make the answer that caused it any later than one that sends none.
    wakeMail: () => void setImmediate(worker.wake),
  };
  let corsOrigins: ReadonlySet<string> = new Set(config.corsOrigins);
  const server = createServer(
    services,
    {
      clientAddress: warnOfUndeclaredProxy(createClientAddress(config.trustedProxies), log),
      requestTimeoutMs: config.requestTimeoutMs,
      maxConnections: config.maxConnections,
      corsOrigins: () => corsOrigins,
      production: config.production,
      isStopping: () => stopping,
    },
    log,
  );
  installJwks(server, keys);
  installHealth(server, db, () => stopping);
  installOpenApi(server, VERSION);
  if (inbox) installDeveloperInbox(server, inbox);
  const { brand } = config;
  const stylesheet = installStylesheet(server, brand);
  if (config.pages) installPages(server, { brand, stylesheet, hasDeveloperInbox: inbox !== undefined, nowMs });
  let stopHousekeeping = () => {};

  return {
    server,
    async start() {
      await server.listen({ host: config.host, port: config.port });
      ownUrl = addressOf(server, config.host);
      if (config.corsOrigins === undefined) corsOrigins = new Set([new URL(frontendUrl()).origin]);
      worker.start();
      stopHousekeeping = startHousekeeping(db, config.auditKeptMs, log);
      return ownUrl;
    },
    async stop() {
      stopping = true;
      stopHousekeeping();
      await server.close();
      await worker.stop();
      await transport.close();
    },
  };
}

const readCommonPasswords = () =>
  createCommonPasswords(readFileSync(new URL('./accounts/common-passwords.txt', import.meta.url), 'utf8'));

/** The address a person can open: a wildcard is none. */
function addressOf(server: FastifyInstance, host: string): string {
  const [bound] = server.addresses();
  const port = typeof bound === 'object' ? bound.port : 0;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
