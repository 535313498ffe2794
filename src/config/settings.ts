import { join, resolve } from 'node:path';
import { setting, type ValueOf, type ValuesOf } from '../declare/setting.ts';
import {
  databaseUrl,
  emailDomains,
  exactHttpUrl,
  httpUrl,
  imageLink,
  listenAddress,
  networks,
  origins,
  pageLink,
  publicUrl,
  smtpUrl,
} from '../declare/url-formats.ts';
import {
  choices,
  country,
  days,
  daysOr,
  displayName,
  duration,
  emailAddress,
  file,
  folder,
  hexColor,
  integer,
  listOf,
  namedSecrets,
  oneOf,
  onOff,
  secret,
  sender,
  text,
  workers,
} from '../declare/value-formats.ts';
import { composed } from '../features/declarations.ts';
import { breachedPasswords } from './breached-passwords.ts';
import { PROFILE_FIELDS } from './built-in-fields.ts';
import { ALL_REQUIRED, presences } from './field-presence.ts';
import {
  fileMode,
  headerList,
  hsts,
  languageTags,
  listenAddressOrSocket,
  SAMPLERS,
  share,
} from './operating-formats.ts';
import { returnUrls } from './return-urls.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const CORE = {
  NODE_ENV: setting(
    'service',
    '`production` enables the production checks; `test` is like `development`',
    oneOf('development', 'production', 'test'),
    { byDefault: 'development', example: 'production' },
  ),
  PROFILE: setting(
    'service',
    '`hardened` is stricter than the interface, see docs/security.md',
    oneOf('contract', 'hardened'),
    { byDefault: 'contract', example: 'hardened' },
  ),
  HOST: setting('service', 'the address to listen on, or the path of a Unix socket', listenAddressOrSocket, {
    byDefault: ({ production }) => (production ? '0.0.0.0' : '127.0.0.1'),
    example: '0.0.0.0',
  }),
  PORT: setting('service', 'the port to listen on; 0 picks a free one', integer(0, 65535), { byDefault: 3000 }),
  SOCKET_MODE: setting('service', 'permissions of the Unix socket in HOST, in octal', fileMode, {
    byDefault: 0o660,
    example: '666',
  }),
  ADMIN: setting('administration', 'the console and its API', onOff, { byDefault: true, example: 'off' }),
  ADMIN_PORT: setting('administration', 'a separate port for the administration', integer(1, 65535), {
    example: '3001',
  }),
  ADMIN_HOST: setting('administration', 'the address ADMIN_PORT listens on', listenAddress, {
    byDefault: '127.0.0.1',
    example: '10.0.0.5',
  }),
  ADMIN_URL: setting('administration', 'where browsers find the console, for links and passkeys', publicUrl, {
    defaultText: 'FRONTEND_URL; with ADMIN_PORT the address of that port',
    example: 'https://admin.example.com',
  }),
  ADMIN_EMAIL_CHANGE: setting(
    'administration',
    'whether administrators may also change an address `at-once`, with a reason',
    oneOf('confirmed', 'at-once'),
    { byDefault: 'confirmed', example: 'at-once' },
  ),
  FIRST_ADMIN_EMAIL: setting(
    'administration',
    'the address of the first administrator, promoted when verified',
    emailAddress,
    { example: 'ada@example.com' },
  ),
  METRICS_PORT: setting('monitoring', 'a separate, private port for Prometheus (`GET /metrics`)', integer(1, 65535), {
    example: '9464',
  }),
  METRICS_HOST: setting('monitoring', 'the address METRICS_PORT listens on', listenAddress, {
    byDefault: '127.0.0.1',
    example: '10.0.0.5',
  }),
  DATABASE_URL: setting(
    'database',
    'sqlite:<path> or postgres://…, which may list several hosts: a primary and its standbys',
    databaseUrl,
    {
      byDefault: ({ dataDir }) => ({ kind: 'sqlite', path: join(dataDir, 'latchkey.db') }),
      example: 'postgres://latchkey:password@db.example.com/latchkey?sslmode=verify-full',
    },
  ),
  DATABASE_POOL: setting('database', 'PostgreSQL connections per process', integer(1, 1000), { byDefault: 10 }),
  DATABASE_PREPARE: setting(
    'database',
    'prepared statements on PostgreSQL; `off` behind a pooler in transaction mode',
    onOff,
    { byDefault: true, example: 'off' },
  ),
  WORKERS: setting('service', 'processes behind one port; `auto` is one per core', workers, {
    byDefault: 1,
    example: 'auto',
  }),
  DATA_DIR: setting('database', "folder of database, generated secrets and developer's inbox", folder, {
    byDefault: () => resolve('data'),
    example: '/var/lib/latchkey',
  }),
  SIGNING_SECRET: setting('keys', 'the HMAC key that signs tokens, at least 32 bytes', secret, {
    defaultText: 'made once and kept in DATA_DIR',
    requiredInProduction: { unless: ['SIGNING_SECRETS', 'KEYS_DIR'] },
    example: 'the output of: openssl rand -base64 48',
  }),
  SIGNING_SECRETS: setting('keys', 'several HMAC keys by name (`kid`): the first signs, all verify', namedSecrets, {
    byDefault: [],
    example: 'nov2026:<secret>, may2026:<secret>',
  }),
  DATA_KEYS: setting(
    'keys',
    'keys by name for authenticator secrets, passkeys, login codes and provider logins: the first seals, all open',
    namedSecrets,
    { byDefault: [], example: 'nov2026:<secret>, may2026:<secret>' },
  ),
  KEYS_DIR: setting('keys', 'the folder of `latchkey keys`, which take precedence over secrets', folder, {
    byDefault: ({ dataDir }) => join(dataDir, 'keys'),
    example: '/var/lib/latchkey/keys',
  }),
  TOKEN_ISSUER: setting('keys', 'the `iss` of tokens; once set, others are refused', text, {
    byDefault: 'latchkey',
    example: 'https://accounts.example.com',
  }),
  TOKEN_AUDIENCE: setting('keys', 'the `aud` of tokens; once set, others are refused', text, {
    example: 'https://api.example.com',
  }),
  DELIVERY_NETWORKS: setting(
    'openid',
    "private networks that Latchkey may send requests to: providers, back-channel logouts, agents' documents",
    networks,
    { byDefault: ({ production }) => (production ? [] : ['127.0.0.0/8', '::1']), example: '10.0.0.0/8' },
  ),
  FRONTEND_URL: setting(
    'service',
    'where e-mailed links lead; everything is served below its path, if any',
    publicUrl,
    { defaultText: "the service's own address", requiredInProduction: true, example: 'https://app.example.com' },
  ),
  SMTP_URL: setting('mail', 'the mail server', smtpUrl, {
    defaultText: "the developer's inbox",
    requiredInProduction: true,
    example: 'smtp://user:password@mail.example.com:587',
  }),
  SMTP_PASSWORD: setting('mail', 'the password for SMTP_URL, if it has none', secret, {
    example: 'the password as it is, not encoded',
  }),
  INBOX_NETWORKS: setting('mail', "who may read the developer's inbox besides this machine", networks, {
    byDefault: [],
    example: '172.16.0.0/12',
  }),
  MAIL_FROM: setting('mail', 'the sender of e-mails', sender, {
    byDefault: 'Latchkey <latchkey@localhost>',
    requiredInProduction: true,
    example: 'Example <accounts@example.com>',
  }),
  ACCESS_TOKEN_TTL: setting('sessions', 'how long an access token works', duration, { byDefault: 15 * MINUTE_MS }),
  REFRESH_TOKEN_TTL: setting(
    'sessions',
    'how long a refresh token works, or with `SESSIONS=many` an idle session',
    duration,
    { byDefault: 7 * DAY_MS },
  ),
  SESSIONS: setting(
    'sessions',
    '`single`: a login ends the previous session; `many`: one session per device, see docs/api.md',
    oneOf('single', 'many'),
    { byDefault: 'single', example: 'many' },
  ),
  MAX_SESSIONS: setting(
    'sessions',
    'sessions per user with `SESSIONS=many`; one more ends the longest idle one',
    integer(1, 1000),
    { byDefault: 20 },
  ),
  SESSION_LIFETIME: setting('sessions', 'the longest a session lasts with `SESSIONS=many`', duration, {
    byDefault: 90 * DAY_MS,
  }),
  REFRESH_ROTATION: setting('sessions', 'each refresh returns a new refresh token, see docs/api.md', onOff, {
    byDefault: false,
    example: 'on',
  }),
  FRESH_LOGIN: setting('sessions', 'how long a login counts as recent for sensitive operations', duration, {
    byDefault: 10 * MINUTE_MS,
    example: '5m',
  }),
  SECOND_FACTOR: setting(
    'factors',
    'who must have a second factor: nobody (`optional`), administrators (`admins`) or everybody (`required`)',
    oneOf('optional', 'admins', 'required'),
    { byDefault: 'optional', example: 'admins' },
  ),
  LOG_LEVEL: setting(
    'monitoring',
    'how much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    { byDefault: 'info' },
  ),
  LOG_FORMAT: setting('monitoring', 'log lines for machines (`json`) or for people (`text`)', oneOf('json', 'text'), {
    byDefault: ({ production }) => (production ? 'json' : 'text'),
    example: 'json',
  }),
  LOG_CLIENT: setting('monitoring', 'adds client address, account id and error code to request lines', onOff, {
    byDefault: false,
    example: 'on',
  }),
  AUDIT_LOG: setting('monitoring', 'a log line for each audit event, at any LOG_LEVEL: for fail2ban', onOff, {
    byDefault: false,
    example: 'on',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting('monitoring', 'the OpenTelemetry collector; `/v1/traces` is appended', httpUrl, {
    example: 'http://127.0.0.1:4318',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    'monitoring',
    'the full address for traces; overrides `OTEL_EXPORTER_OTLP_ENDPOINT`',
    exactHttpUrl,
    { example: 'http://127.0.0.1:4318/v1/traces' },
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting('monitoring', 'the protocol of the collector', oneOf('http/json'), {
    byDefault: 'http/json',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting('monitoring', 'headers for the collector, as name=value', headerList, {
    byDefault: [],
    example: 'authorization=Bearer%20<token>',
  }),
  OTEL_SERVICE_NAME: setting('monitoring', 'the service name in traces', text, { byDefault: 'latchkey' }),
  OTEL_TRACES_SAMPLER: setting(
    'monitoring',
    'which requests are traced; `parentbased_…` follows the decision of the caller',
    oneOf(...SAMPLERS),
    { byDefault: 'parentbased_always_on', example: 'parentbased_traceidratio' },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('monitoring', 'the share that `…traceidratio` traces', share, {
    byDefault: 1,
    example: '0.05',
  }),
  TRUST_PROXY: setting('service', 'proxies whose X-Forwarded-For, X-Request-Id and traceparent are trusted', networks, {
    byDefault: [],
    example: '10.0.0.0/8, 192.168.1.5',
  }),
  HSTS: setting('service', 'max-age of `Strict-Transport-Security`; `0` revokes it', hsts, {
    byDefault: ({ production }) => (production ? `max-age=${(365 * DAY_MS) / 1000}` : ''),
    example: '365d includeSubDomains',
  }),
  CORS_ORIGINS: setting('service', 'origins that browsers may call from; `none` for none', origins, {
    defaultText: 'the origin of FRONTEND_URL',
    example: 'https://app.example.com, https://admin.example.com',
  }),
  MAX_FAILED_LOGINS: setting(
    'limits',
    'wrong passwords per account and client in 15 minutes before 429; 0 for no limit',
    integer(0, 100),
    { byDefault: 20 },
  ),
  MAX_FAILED_CODES: setting(
    'limits',
    'wrong authenticator codes per account and hour before 429; 0 for no limit',
    integer(0, 1000),
    { byDefault: 10 },
  ),
  MAX_EMAIL_BURST: setting(
    'limits',
    'e-mails per address and kind in quick succession, refilled one a minute; 0 for no limit',
    integer(0, 1000),
    { byDefault: 5 },
  ),
  AUDIT_RETENTION: setting('database', 'days that audit events are kept', days, {
    byDefault: 90 * DAY_MS,
    example: '365',
  }),
  REGISTRATION: setting(
    'accounts',
    'who may create accounts: anybody, `invited` people, or with `closed` only the command line',
    oneOf('open', 'invited', 'closed'),
    { byDefault: 'open', example: 'invited' },
  ),
  EMAIL_DOMAINS: setting('accounts', 'the domains of addresses that may register, without subdomains', emailDomains, {
    byDefault: [],
    example: 'example.com, example.org',
  }),
  PROFILE_FIELDS: setting('accounts', 'which fields accounts have: `required`, `optional`, or `off`', presences, {
    byDefault: ALL_REQUIRED,
    example: 'phone_number:optional,industry:off',
  }),
  FIELDS_FILE: setting('accounts', 'a JSON file with fields of your own, see docs/configuration.md', file, {
    example: '/etc/latchkey/fields.json',
  }),
  PHONE_NUMBERS: setting(
    'accounts',
    '`unique`: a phone number belongs to one account; `shared`: to any number. Changing back affects only numbers ' +
      'entered later',
    oneOf('unique', 'shared'),
    { byDefault: 'unique', example: 'shared' },
  ),
  UNVERIFIED_KEPT: setting('accounts', 'days until an account that was never verified is removed', daysOr('off'), {
    byDefault: ({ hardened }) => (hardened ? 30 * DAY_MS : 0),
    example: '30d',
  }),
  DELETION_GRACE: setting(
    'accounts',
    'days before a requested deletion, during which a login cancels it',
    daysOr('0'),
    { byDefault: 0, example: '14d' },
  ),
  REQUEST_TIMEOUT: setting('limits', 'how long a client may take to send a request', duration, { byDefault: 30_000 }),
  MAX_CONNECTIONS: setting('limits', 'open connections before new ones are closed', integer(1, 1_000_000), {
    byDefault: 10_000,
  }),
  HASH_CONCURRENCY: setting('limits', 'passwords hashed at once, per process', integer(1, 64), {
    byDefault: ({ cores, workers: processes }) => Math.ceil(cores / processes),
    defaultText: 'one per core, shared out among the workers',
    example: '2',
  }),
  IMPORT_PEPPER: setting('accounts', 'the pepper of imported bcrypt hashes (Devise), while any are left', secret, {
    example: 'the value of config.pepper',
  }),
  HASH_QUEUE: setting('limits', 'passwords waiting to be hashed before 503', integer(1, 100_000), { byDefault: 500 }),
  BREACHED_PASSWORDS: setting(
    'accounts',
    'where to look up breached passwords: `online` (Have I Been Pwned) or the address of a mirror, see ' +
      'docs/configuration.md',
    breachedPasswords,
    { byDefault: 'off', example: 'online' },
  ),
  NOTIFY_PASSWORD_CHANGE: setting('mail', 'an e-mail to the owner after a password change or reset', onOff, {
    byDefault: ({ hardened }) => hardened,
    example: 'on',
  }),
  NOTIFY_NEW_DEVICE: setting('mail', 'an e-mail to the owner after a login from a new device or network', onOff, {
    byDefault: ({ hardened }) => hardened,
    example: 'on',
  }),
  MAIL_TEMPLATES_DIR: setting('mail', 'a folder with your own e-mail templates, see docs/email.md', folder, {
    defaultText: 'the built-in texts',
    example: '/etc/latchkey/mail',
  }),
  TEXTS_DIR: setting('pages', 'a folder with your own texts and languages, see docs/pages.md', folder, {
    defaultText: 'the built-in texts',
    example: '/etc/latchkey/texts',
  }),
  LANGUAGES: setting('pages', 'the languages offered; the first is the fallback', languageTags, {
    defaultText: 'en, de, fr and those of TEXTS_DIR',
    example: 'es, en',
  }),
  PAGES: setting('pages', 'the hosted pages; `off` leaves the JSON API only', onOff, {
    byDefault: true,
    example: 'off',
  }),
  DOCS: setting('pages', 'the API reference at `/docs`, where you can try operations', onOff, {
    byDefault: ({ production }) => !production,
    example: 'off',
  }),
  RETURN_URLS: setting(
    'pages',
    'where `/login?return_to=…` may lead: origins, or a path and everything below it',
    returnUrls,
    { byDefault: [], example: 'https://app.example.com, https://example.com/shop' },
  ),
  HOME_URL: setting('pages', 'where the logo and a login without return_to lead', pageLink, {
    defaultText: 'the hosted pages: `/`, and `/account` after a login',
    example: 'https://app.example.com',
  }),
  PRODUCT_NAME: setting('pages', 'the name in pages and e-mails', displayName, {
    byDefault: 'Latchkey',
    example: 'Example',
  }),
  BRAND_COLOR: setting('pages', 'the colour of buttons and links', hexColor, {
    byDefault: '#2554c7',
    example: '#0b7a75',
  }),
  SUPPORT_EMAIL: setting('pages', 'the address that users write to for help', emailAddress, {
    example: 'help@example.com',
  }),
  LOGO_URL: setting(
    'pages',
    'the logo: an http(s) address, a path on the same host or a data:image/… address',
    imageLink,
    { defaultText: 'a mark in the brand colour', example: 'https://example.com/logo.svg' },
  ),
  LOGO_DARK_URL: setting('pages', 'the logo in dark mode, like LOGO_URL', imageLink, {
    defaultText: 'LOGO_URL',
    example: 'https://example.com/logo-dark.svg',
  }),
  FAVICON_URL: setting('pages', 'the icon in the browser tab, like LOGO_URL', imageLink, {
    defaultText: 'a mark in the brand colour',
    example: 'https://example.com/favicon.svg',
  }),
  CUSTOM_CSS: setting('pages', 'a file with your own styles for the pages, see docs/pages.md', file, {
    example: '/etc/latchkey/brand.css',
  }),
  MAIL_LOGO: setting('mail', 'the logo in e-mails: a PNG file of at most 64 KiB', file, {
    defaultText: 'the first letter of PRODUCT_NAME in the brand colour',
    example: '/etc/latchkey/logo.png',
  }),
  MAIL_LOGO_DARK: setting('mail', 'the logo in e-mails in dark mode, like MAIL_LOGO', file, {
    defaultText: 'MAIL_LOGO',
    example: '/etc/latchkey/logo-dark.png',
  }),
  INDUSTRIES: setting(
    'accounts',
    'the industries that the pages offer',
    choices(PROFILE_FIELDS.industry.maxCodePoints),
    { byDefault: [], example: 'Health, Finance, Arts and media, Other' },
  ),
  PHONE_COUNTRIES: setting('pages', 'the countries that the pages list first, by ISO code', listOf(country), {
    byDefault: [],
    example: 'DE, AT, CH',
  }),
  TERMS_URL: setting('pages', 'the terms of service', pageLink, { example: 'https://example.com/terms' }),
  TERMS_VERSION: setting(
    'accounts',
    'the version of the terms; people accept it when they register, and again after it changes',
    displayName,
    { example: '2026-11' },
  ),
  PRIVACY_URL: setting('pages', 'the privacy policy', pageLink, { example: 'https://example.com/privacy' }),
} as const;

/** Every setting. docs/configuration.md, .env.example, `latchkey --help` and the type Config derive from it. */
export const SETTINGS = composed(CORE, 'settings');

export type SettingName = keyof typeof SETTINGS;

/** The type of a setting's value; undefined if it has no default. */
export type SettingValue<Name extends SettingName> = ValueOf<(typeof SETTINGS)[Name]>;

/** Settings by their names in Config: ACCESS_TOKEN_TTL is `accessTokenTtlMs`. */
export type SettingValues = ValuesOf<typeof SETTINGS>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Settings that can be read from files: <NAME>_FILE, see secret-files.ts. */
export const SECRET_NAMES = SETTING_NAMES.filter((name) => SETTINGS[name].format.holdsSecret);

/** The name of a setting in Config. */
export const memberOf = (name: SettingName): string =>
  name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) + SETTINGS[name].format.unit;
