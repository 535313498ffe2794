import { join, resolve } from 'node:path';
import type { DatabaseAddress } from '../store/open.ts';
import { type Brand, DEFAULT_BRAND_COLOR, DEFAULT_PRODUCT_NAME } from './brand.ts';
import { settingMeantBy } from './misspelt-settings.ts';
import { type NamedSecret, Wrong } from './setting-parsers.ts';
import { SETTINGS, type SettingName } from './settings.ts';
import { weaknessOfSecret } from './signing-secret.ts';

/** Something the operator must mend; the message is one line and says how. */
export class ConfigError extends Error {}

/** Settings as they were given, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Config {
  readonly production: boolean;
  readonly hardened: boolean;
  readonly host: string;
  readonly port: number;
  /** Undefined: metrics are served nowhere. */
  readonly metricsPort: number | undefined;
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
  readonly keysDirIsSet: boolean;
  readonly tokenIssuer: string;
  readonly tokenIssuerIsChecked: boolean;
  readonly tokenAudience: string | undefined;
  /** Undefined: the service's own address, known once it listens. In production it is always set. */
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
  readonly hashesAhead: number;
  readonly hashQueue: number;
  readonly notifyPasswordChange: boolean;
  readonly mailTemplatesDir: string | undefined;
  readonly pages: boolean;
  readonly brand: Brand;
}

export function readConfig(environment: Environment, cores: number): Config {
  refuseMisspelt(environment);
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
  const hashConcurrency = read('HASH_CONCURRENCY') ?? Math.ceil(cores / workerCount);

  const port = read('PORT') ?? 3000;
  const metricsPort = read('METRICS_PORT');
  if (metricsPort === port) throw refusal('METRICS_PORT', 'must be another port than PORT');

  return Object.freeze({
    production,
    hardened,
    host: read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    metricsPort,
    dataDir,
    databaseUrl: database,
    databasePool: read('DATABASE_POOL') ?? 10,
    databasePrepare: read('DATABASE_PREPARE') !== 'off',
    workers: workerCount,
    signingSecret,
    needsKeptSecret: signingSecret === undefined && !hasOtherKeys,
    signingSecrets,
    keysDirIsSet: keysDir !== undefined,
    keysDir: keysDir ?? join(dataDir, 'keys'),
    tokenIssuer: issuer ?? 'latchkey',
    tokenIssuerIsChecked: issuer !== undefined,
    tokenAudience: read('TOKEN_AUDIENCE'),
    frontendUrl: required('FRONTEND_URL'),
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
    hashConcurrency,
    // The entry starts a thread for each core, and never less than two: only where all of them hash does one more wait its turn.
    hashesAhead: cores > 1 && hashConcurrency >= cores ? 1 : 0,
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

/** What is misspelt would otherwise be as if it were not there, and something else would be used in its place. */
function refuseMisspelt(environment: Environment): void {
  for (const [name, value] of Object.entries(environment)) {
    const meant = value?.trim() ? settingMeantBy(name) : undefined;
    if (meant) throw new ConfigError(`${name} is no setting: is ${meant} meant? Rename it, or remove it.`);
  }
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
