import { resolve } from 'node:path';
import { DEFAULT_BRAND_COLOR, DEFAULT_PRODUCT_NAME } from './brand.ts';
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
  namedSecrets,
  networks,
  oneOf,
  origins,
  pageLink,
  sender,
  smtpUrl,
  text,
  workers,
} from './setting-parsers.ts';

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
  METRICS_PORT: setting(
    integer(1, 65535),
    'none',
    '9464',
    'another port, for Prometheus: `GET /metrics`. Not for the world; unset, metrics are served nowhere',
  ),
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
  FRONTEND_URL: setting(
    httpUrl,
    "the service's own address; required in production",
    'https://app.example.com',
    'where e-mailed links lead',
  ),
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
    'passwords hashed at the same time, per process; more than there are cores only wait',
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
