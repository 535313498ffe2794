import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { type App, type AppParts, createApp } from '../../src/app/app.ts';
import { explainError } from '../../src/cli/explain-error.ts';
import { readConfig } from '../../src/config/config.ts';
import { ensurePublicKey } from '../../src/keys/public-key.ts';
import { openSigningKeyRing } from '../../src/keys/signing-key-ring.ts';
import { createLog, createRequestLog } from '../../src/monitoring/log.ts';
import { createTracing } from '../../src/monitoring/tracing/tracing.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import type { Answers } from './answers.ts';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { type Answer, type Client, createClient } from './client.ts';
import type { Clock } from './clock.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from './databases.ts';
import { SHARED_PROVIDER } from './identity-provider.ts';
import { quickFolder } from './quick-folder.ts';
import { createStore, type RawStore } from './raw-database.ts';
import { type ReceivedEmail, type SmtpSink, startSmtpSink } from './smtp-sink.ts';
import { templates } from './templates.ts';
import { until } from './until.ts';

export const FRONTEND_URL = 'https://app.example.com';
export const SIGNING_SECRET = 'a-test-key-that-nobody-else-knows-6b1f';

/**
 * The value of SESSIONS unless a test gives another: `many` where the tests of the operations are run once more
 * (many-sessions.test.ts).
 */
export const sessionsMode = (): string => process.env.TEST_SESSIONS ?? 'single';

/** A test of what holds with SESSIONS=single alone. */
export const itWithOneSession: typeof it = ((...args: Parameters<typeof it>) =>
  sessionsMode() === 'single' ? it(...args) : undefined) as typeof it;

/** Switches every feature on, for tests that walk all operations. */
export const EVERY_FEATURE: Readonly<Record<string, string>> = {
  OPENID: 'on',
  ACT_AS_USER: 'on',
  EMAIL_LOGIN: 'on',
  ...SHARED_PROVIDER.settings,
};

export interface Service {
  readonly url: string;
  readonly request: Client;
  readonly clock: Clock;
  readonly db: RawStore;
  readonly database: TestDatabase;
  readonly smtp: SmtpSink;
  readonly logLines: string[];
  readonly mailCounters: App['mailCounters'];
  readonly counters: App['counters'];
  readonly metrics: App['metrics'];
  /** All e-mails to this address so far, of any instance; everything that was asked for has arrived by then. */
  emailsTo(address: string): Promise<ReceivedEmail[]>;
  stop(options?: Parameters<App['stop']>[0]): Promise<void>;
}

/**
 * Real argon2, but a hash takes a twentieth of the time: thousands of passwords are hashed in tests that are about
 * something else.
 */
const TEST_HASHING_COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

export interface ServiceOptions {
  readonly hasProductionHashing?: boolean;
  /** Reaches stand-ins for providers whose addresses are fixed. */
  readonly providerFetch?: AppParts['providerFetch'];
}

/** The whole service, in this process, on a database and a mail server of its own. */
export async function startService(
  t: Lifetime,
  kind: DatabaseKind,
  settings: Record<string, string> = {},
  database?: TestDatabase,
  { hasProductionHashing = false, providerFetch }: ServiceOptions = {},
): Promise<Service> {
  const own = database ?? (await createTestDatabase(t, kind));
  const inbox = inboxOf(own);
  const smtp = await startSmtpSink(t, { inbox });
  const dataDir = mkdtempSync(join(quickFolder(), 'latchkey-data-'));
  cleanUpAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: dataDir,
      FRONTEND_URL,
      SIGNING_SECRET,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Latchkey <accounts@latchkey.test>',
      LOG_LEVEL: 'trace',
      LOG_FORMAT: 'json',
      SESSIONS: sessionsMode(),
      ...settings,
    },
    2,
  );
  const logLines: string[] = [];
  const output = { write: (line: string) => void logLines.push(line) };
  const log = createLog(config, output);
  const db = createStore(own.open());
  const opened: (() => unknown)[] = [() => db.close()];
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  // Also where the start is refused.
  cleanUpAfter(t, close);
  if (database) await migrate(db);
  const { nowMs, timers } = own.clock;
  if (config.openid && !config.keysDirIsSet && !config.production)
    cpSync(templates().keys, config.keysDir, { recursive: true });
  ensurePublicKey(config, nowMs());
  const signingKeys = openSigningKeyRing(config, log, nowMs, timers);
  opened.push(signingKeys.close);
  const { tracesUrl } = config;
  const app: App = createApp({
    ...{ config, signingKeys, db, log, logRequest: createRequestLog(config, output), nowMs, timers },
    ...(hasProductionHashing ? {} : { hashingCost: TEST_HASHING_COST }),
    providerFetch,
    ...(tracesUrl && { tracing: createTracing({ ...config, tracesUrl }, process.pid, log) }),
  });
  let stopped: Promise<void> | undefined;
  const stop: Service['stop'] = (options) => {
    stopped ??= app.stop(options).then(close);
    return stopped;
  };
  cleanUpAfter(t, () => stop());
  const started = await app.start();
  // Pages are visited at the address that links lead to. Whatever has no pages of its own needs no look-up of a name.
  const url = config.frontendUrl === undefined ? started : started.replace('localhost', '127.0.0.1');
  const waiting = "SELECT 1 AS one FROM outbox WHERE state = 'waiting' AND due_at <= now() + ms($1)";
  const drained = () =>
    until('every e-mail that was asked for has arrived', async () => !(await db.one(waiting, [120_000])), 60_000);
  return {
    url,
    request: createClient(url),
    clock: own.clock,
    db,
    database: own,
    smtp,
    logLines,
    mailCounters: app.mailCounters,
    counters: app.counters,
    metrics: app.metrics,
    stop,
    async emailsTo(address) {
      await drained();
      return inbox.filter(({ recipients }) => recipients.includes(address));
    },
  };
}

/**
 * Why the service does not start with these settings, in the words of the program, of which each start costs a quarter
 * of a second of processor time. What is about the process (METRICS_PORT, WORKERS, the database) needs the program:
 * `runProgram`.
 */
export const refusedStart = (t: Lifetime, settings: Record<string, string>): Promise<string> =>
  startService(t, 'sqlite', settings).then(({ url }) => `started: ${url}`, explainError);

const inboxes = new WeakMap<TestDatabase, ReceivedEmail[]>();

/** Shared by the instances on one database: any of them may send what was asked of another. */
function inboxOf(database: TestDatabase): ReceivedEmail[] {
  const inbox = inboxes.get(database) ?? [];
  inboxes.set(database, inbox);
  return inbox;
}

/** For tests of the hashing itself, of its queue and of timing. */
export const startWithProductionHashing = (
  t: Lifetime,
  kind: DatabaseKind,
  settings: Record<string, string> = {},
): Promise<Service> => startService(t, kind, settings, undefined, { hasProductionHashing: true });

/** The members of a registration that is right in every respect, and unlike any other. */
let registrations = 0;
export function registration(overrides: Record<string, unknown> = {}) {
  registrations += 1;
  return {
    full_name: 'Ada Lovelace',
    email: `ada${registrations}@example.com`,
    password: 'Analytical1',
    industry: 'Computing',
    phone_number: `+44 20 ${registrations}`,
    ...overrides,
  };
}

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly phoneNumber: string;
}

export interface Session extends Account {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Fixtures go through the public interface, and tokens come out of the e-mails. */
export async function registered(service: Service, overrides: Record<string, unknown> = {}): Promise<Account> {
  const body = registration(overrides);
  const answer = await service.request('POST', '/api/register', { body });
  assert.equal(answer.status, 201, answer.text);
  const { id, email, phone_number: phoneNumber } = answer.data;
  return { id, email, phoneNumber, password: body.password as string };
}

export async function verified(service: Service, overrides: Record<string, unknown> = {}): Promise<Account> {
  const account = await registered(service, overrides);
  const answer = await service.request('POST', '/api/verify', {
    token: await verificationToken(service, account.email),
  });
  assert.equal(answer.status, 200, answer.text);
  return account;
}

export async function loggedIn(service: Service, overrides: Record<string, unknown> = {}): Promise<Session> {
  const account = await verified(service, overrides);
  const { data } = await logIn(service, account);
  return { ...account, accessToken: data.access_token, refreshToken: data.refresh_token };
}

export async function logIn(
  service: Service,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<Answer<Answers['POST /api/login']>> {
  const answer = await service.request('POST', '/api/login', { body: { email, password } });
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

export interface TokenClaims {
  readonly sub: string;
  readonly purpose: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly iss: string;
  readonly sid?: string;
  readonly amr?: readonly string[];
  readonly auth_time?: number;
}

/** What a token says, unchecked. */
export const claimsOf = (token: string): TokenClaims =>
  JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString());

export const verificationToken = (service: Service, email: string) => newestToken(service, email, '/verify');

export async function resetToken(service: Service, email: string): Promise<string> {
  const answer = await service.request('POST', '/api/forgot-password', { body: { email } });
  assert.equal(answer.status, 200, answer.text);
  return newestToken(service, email, '/reset-password');
}

export async function newestToken(service: Service, email: string, path: string): Promise<string> {
  const links = (await service.emailsTo(email)).flatMap(linksIn).filter((link) => link.pathname === path);
  const token = links.at(-1)?.searchParams.get('token');
  assert.ok(token, `no e-mail to ${email} leads to ${path}`);
  return token;
}

export const linksIn = ({ text }: Pick<ReceivedEmail, 'text'>): URL[] =>
  (text.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link));

/** Its next look may be seconds away. A request about a stranger writes a row that is never sent, and wakes it. */
export const wakeWorker = (service: Service) =>
  service.request('POST', '/api/resend-verification', { body: { email: 'stranger@example.com' } });
