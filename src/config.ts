import { join, resolve } from 'node:path';
import { weaknessOfSecret } from './accounts/signing-secret.ts';
import { type Brand, DEFAULT_BRAND_COLOR, DEFAULT_PRODUCT_NAME } from './brand.ts';
import {
  databaseUrl,
  days,
  displayName,
  duration,
  emailAddress,
  hexColor,
  httpUrl,
  imageLink,
  integer,
  type NamedSecret,
  namedSecrets,
  networks,
  oneOf,
  origins,
  pageLink,
  sender,
  smtpUrl,
  text,
  Wrong,
  workers,
} from './setting-parsers.ts';
import type { DatabaseAddress } from './store/open.ts';

/** Something the operator must mend; the message is one line and says how. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

interface Setting<T> {
  readonly parse: (value: string) => T;
  /** How the default reads in the documentation. */
  readonly byDefault: string;
  readonly example: string;
  readonly about: string;
}

const setting = <T>(parse: (value: string) => T, byDefault: string, example: string, about: string): Setting<T> => ({
  parse,
  byDefault,
  example,
  about,
});

/** Every setting once. docs/configuration.md and `latchkey --help` are held to this table by a test. */
export const SETTINGS = {
  NODE_ENV: setting(
    oneOf('development', 'production', 'test'),
    'development',
    'production',
    '`production` turns the production checks on',
  ),
  PROFILE: setting(
    oneOf('contract', 'hardened'),
    'contract',
    'hardened',
    '`hardened` is stricter than the interface: see docs/security.md',
  ),
  HOST: setting(text, '127.0.0.1; 0.0.0.0 in production', '0.0.0.0', 'the address to listen on'),
  PORT: setting(integer(0, 65535), '3000', '3000', 'the port to listen on; 0 takes any free one'),
  DATABASE_URL: setting(
    databaseUrl,
    'sqlite:<DATA_DIR>/latchkey.db',
    'postgres://latchkey:password@db.example.com/latchkey?sslmode=verify-full',
    'the database: sqlite:<path> or postgres://…, there also with several hosts: a primary and its standbys',
  ),
  DATABASE_POOL: setting(integer(1, 1000), '10', '10', 'connections to PostgreSQL per process'),
  DATABASE_PREPARE: setting(
    oneOf('on', 'off'),
    'on',
    'off',
    'prepared statements on PostgreSQL; off behind a pooler in transaction mode',
  ),
  WORKERS: setting(
    workers,
    '1',
    'auto',
    'processes behind the one port; `auto` is one per core. SIGHUP replaces them one by one',
  ),
  DATA_DIR: setting(
    (value) => resolve(value),
    './data',
    '/var/lib/latchkey',
    "where the embedded database, the generated secret and the developer's inbox live",
  ),
  SIGNING_SECRET: setting(
    text,
    'made once and kept in DATA_DIR; required in production',
    'the output of: openssl rand -base64 48',
    'the HMAC key of the signed tokens, at least 32 bytes',
  ),
  SIGNING_SECRETS: setting(
    namedSecrets,
    'none',
    'nov2026:<secret>, may2026:<secret>',
    'several HMAC keys by name (`kid`): the first signs, all verify',
  ),
  KEYS_DIR: setting(
    (value) => resolve(value),
    '<DATA_DIR>/keys',
    '/etc/latchkey/keys',
    'the folder of `latchkey keys`; a key in it signs before any secret, and is followed without a restart',
  ),
  TOKEN_ISSUER: setting(
    text,
    'latchkey',
    'https://accounts.example.com',
    'the `iss` of signed tokens; once set, tokens of any other issuer are refused',
  ),
  TOKEN_AUDIENCE: setting(
    text,
    'none',
    'https://api.example.com',
    'the `aud` of signed tokens; once set, tokens for any other audience are refused',
  ),
  FRONTEND_URL: setting(httpUrl, "the service's own address", 'https://app.example.com', 'where e-mailed links lead'),
  SMTP_URL: setting(
    smtpUrl,
    "the developer's inbox; required in production",
    'smtp://user:password@mail.example.com:587',
    'the mail server',
  ),
  MAIL_FROM: setting(
    sender,
    'Latchkey <latchkey@localhost>; required in production',
    'Example <accounts@example.com>',
    'the sender of e-mails',
  ),
  ACCESS_TOKEN_TTL: setting(duration, '15m', '15m', 'how long an access token works'),
  REFRESH_TOKEN_TTL: setting(duration, '7d', '7d', 'how long a refresh token works'),
  LOG_LEVEL: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'info',
    'how much is logged',
  ),
  LOG_FORMAT: setting(
    oneOf('json', 'text'),
    'text; json in production',
    'json',
    'log lines for machines or for people',
  ),
  TRUST_PROXY: setting(networks, 'none', '10.0.0.0/8, 192.168.1.5', 'the proxies whose X-Forwarded-For is believed'),
  CORS_ORIGINS: setting(
    origins,
    'the origin of FRONTEND_URL',
    'https://app.example.com, https://admin.example.com',
    'the origins that browsers may call from; `none` for no other than our own',
  ),
  MAX_FAILED_LOGINS: setting(
    integer(0, 100),
    '20',
    '20',
    'wrong passwords per account and client in 15 minutes before 429; 0 for no limit',
  ),
  MAX_EMAIL_BURST: setting(
    integer(0, 1000),
    '5',
    '5',
    'e-mails per address and kind in quick succession, refilled one a minute; 0 for no limit',
  ),
  AUDIT_RETENTION: setting(days, '90 days', '365', 'days that the events of `latchkey audit` are kept'),
  REQUEST_TIMEOUT: setting(duration, '30s', '30s', 'how long a client may take to send one request'),
  MAX_CONNECTIONS: setting(
    integer(1, 1_000_000),
    '10000',
    '10000',
    'open connections before new ones are closed at once',
  ),
  HASH_CONCURRENCY: setting(
    integer(1, 64),
    'one per core, shared out among the workers',
    '2',
    'passwords hashed at the same time, per process',
  ),
  HASH_QUEUE: setting(integer(1, 100_000), '500', '500', 'passwords waiting to be hashed before 503'),
  NOTIFY_PASSWORD_CHANGE: setting(
    oneOf('on', 'off'),
    'off; on with PROFILE=hardened',
    'on',
    'an e-mail to the owner after the password was changed or reset',
  ),
  MAIL_TEMPLATES_DIR: setting(
    (value) => resolve(value),
    'the built-in texts',
    '/etc/latchkey/mail',
    'a folder with own texts of the e-mails, see docs/email.md',
  ),
  PAGES: setting(oneOf('on', 'off'), 'on', 'off', 'the hosted pages; off leaves the JSON interface alone'),
  PRODUCT_NAME: setting(displayName, DEFAULT_PRODUCT_NAME, 'Example', 'the name in pages and e-mails'),
  BRAND_COLOR: setting(hexColor, DEFAULT_BRAND_COLOR, '#0b7a75', 'the colour of buttons and links'),
  SUPPORT_EMAIL: setting(emailAddress, 'none', 'help@example.com', 'where people in trouble are told to write'),
  LOGO_URL: setting(
    imageLink,
    'a mark in the brand colour',
    'https://example.com/logo.svg',
    'the logo in pages: an http(s) address, a path on the same host or a data:image/… address',
  ),
  TERMS_URL: setting(pageLink, 'none', 'https://example.com/terms', 'the terms of service, linked from pages'),
  PRIVACY_URL: setting(pageLink, 'none', 'https://example.com/privacy', 'the privacy policy, linked from pages'),
} as const;

export type SettingName = keyof typeof SETTINGS;

export interface Config {
  readonly production: boolean;
  readonly hardened: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: DatabaseAddress;
  readonly databasePool: number;
  readonly databasePrepare: boolean;
  readonly workers: number;
  readonly signingSecret: string | undefined;
  /** In development, where nothing else can sign: main makes a secret and keeps it. */
  readonly needsKeptSecret: boolean;
  readonly signingSecrets: readonly NamedSecret[];
  readonly keysDir: string;
  readonly tokenIssuer: string;
  readonly tokenIssuerIsChecked: boolean;
  readonly tokenAudience: string | undefined;
  /** Undefined: the service's own address, known once it listens. */
  readonly frontendUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly accessTokenTtlMs: number;
  readonly refreshTokenTtlMs: number;
  readonly logLevel: string;
  readonly logFormat: 'json' | 'text';
  readonly trustedProxies: readonly string[];
  /** Undefined: the origin of the frontend. */
  readonly corsOrigins: readonly string[] | undefined;
  readonly maxFailedLogins: number;
  readonly maxEmailBurst: number;
  readonly auditKeptMs: number;
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  readonly hashConcurrency: number;
  readonly hashQueue: number;
  readonly notifyPasswordChange: boolean;
  readonly mailTemplatesDir: string | undefined;
  readonly pages: boolean;
  readonly brand: Brand;
}

export function readConfig(environment: Environment, cores: number): Config {
  const read = <N extends SettingName>(name: N) => readSetting(environment, name);
  const production = read('NODE_ENV') === 'production';
  const hardened = read('PROFILE') === 'hardened';
  const dataDir = read('DATA_DIR') ?? resolve('./data');
  const issuer = read('TOKEN_ISSUER');
  const signingSecret = read('SIGNING_SECRET');
  const required = <N extends SettingName>(name: N) => {
    const value = read(name);
    if (production && value === undefined) throw refusal(name, 'is required in production');
    return value;
  };
  const signingSecrets = read('SIGNING_SECRETS') ?? [];
  const keysDir = read('KEYS_DIR');
  const hasOtherKeys = signingSecrets.length > 0 || keysDir !== undefined;
  if (!hasOtherKeys) required('SIGNING_SECRET');
  if (production) refuseWeakSecrets(signingSecret, signingSecrets);

  const workerCount = read('WORKERS') === 'auto' ? cores : Number(read('WORKERS') ?? 1);
  const database = read('DATABASE_URL') ?? { kind: 'sqlite' as const, path: join(dataDir, 'latchkey.db') };
  if (workerCount > 1 && database.kind === 'sqlite' && database.path === ':memory:') {
    throw refusal('DATABASE_URL', 'must be a file for more than one of WORKERS: each would have a database of its own');
  }

  return Object.freeze({
    production,
    hardened,
    host: read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: read('PORT') ?? 3000,
    dataDir,
    databaseUrl: database,
    databasePool: read('DATABASE_POOL') ?? 10,
    databasePrepare: read('DATABASE_PREPARE') !== 'off',
    workers: workerCount,
    signingSecret,
    needsKeptSecret: signingSecret === undefined && !hasOtherKeys,
    signingSecrets,
    keysDir: keysDir ?? join(dataDir, 'keys'),
    tokenIssuer: issuer ?? 'latchkey',
    tokenIssuerIsChecked: issuer !== undefined,
    tokenAudience: read('TOKEN_AUDIENCE'),
    frontendUrl: read('FRONTEND_URL'),
    smtpUrl: required('SMTP_URL'),
    mailFrom: required('MAIL_FROM') ?? 'Latchkey <latchkey@localhost>',
    accessTokenTtlMs: read('ACCESS_TOKEN_TTL') ?? 15 * 60_000,
    refreshTokenTtlMs: read('REFRESH_TOKEN_TTL') ?? 7 * 24 * 60 * 60_000,
    logLevel: read('LOG_LEVEL') ?? 'info',
    logFormat: read('LOG_FORMAT') ?? (production ? 'json' : 'text'),
    trustedProxies: read('TRUST_PROXY') ?? [],
    corsOrigins: read('CORS_ORIGINS'),
    maxFailedLogins: read('MAX_FAILED_LOGINS') ?? 20,
    maxEmailBurst: read('MAX_EMAIL_BURST') ?? 5,
    auditKeptMs: read('AUDIT_RETENTION') ?? 90 * 24 * 60 * 60_000,
    requestTimeoutMs: read('REQUEST_TIMEOUT') ?? 30_000,
    maxConnections: read('MAX_CONNECTIONS') ?? 10_000,
    hashConcurrency: read('HASH_CONCURRENCY') ?? Math.ceil(cores / workerCount),
    hashQueue: read('HASH_QUEUE') ?? 500,
    notifyPasswordChange: (read('NOTIFY_PASSWORD_CHANGE') ?? (hardened ? 'on' : 'off')) === 'on',
    mailTemplatesDir: read('MAIL_TEMPLATES_DIR'),
    pages: read('PAGES') !== 'off',
    brand: Object.freeze({
      productName: read('PRODUCT_NAME') ?? DEFAULT_PRODUCT_NAME,
      color: read('BRAND_COLOR') ?? DEFAULT_BRAND_COLOR,
      supportEmail: read('SUPPORT_EMAIL'),
      logoUrl: read('LOGO_URL'),
      termsUrl: read('TERMS_URL'),
      privacyUrl: read('PRIVACY_URL'),
    }),
  });
}

function refuseWeakSecrets(secret: string | undefined, named: readonly NamedSecret[]): void {
  const weakness = secret !== undefined && weaknessOfSecret(secret);
  if (weakness) throw refusal('SIGNING_SECRET', weakness);
  for (const { kid, secret: one } of named) {
    const weaknessOfOne = weaknessOfSecret(one);
    if (weaknessOfOne) throw refusal('SIGNING_SECRETS', `has a secret ${kid} that ${weaknessOfOne}`);
  }
}

/** An empty value counts as not set, as it does in container files. */
function readSetting<N extends SettingName>(
  environment: Environment,
  name: N,
): ReturnType<(typeof SETTINGS)[N]['parse']> | undefined {
  const value = environment[name]?.trim();
  if (value === undefined || value === '') return undefined;
  try {
    return SETTINGS[name].parse(value) as ReturnType<(typeof SETTINGS)[N]['parse']>;
  } catch (error) {
    if (error instanceof Wrong) throw refusal(name, error.message);
    throw error;
  }
}

const refusal = (name: SettingName, wrong: string) =>
  new ConfigError(`${name} ${wrong}. Example: ${name}=${SETTINGS[name].example}`);
