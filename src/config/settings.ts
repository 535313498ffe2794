import { join, resolve } from 'node:path';
import { setting } from './declare-setting.ts';
import { hsts } from './hsts.ts';
import { languageTags } from './language-tags.ts';
import { mcpResources } from './mcp-resources.ts';
import { fileMode, headerList, listenAddressOrSocket, SAMPLERS, share } from './operating-formats.ts';
import { PROFILE_FIELDS } from './profile-fields.ts';
import { returnUrls } from './return-urls.ts';
import {
  databaseUrl,
  domainName,
  exactHttpUrl,
  httpUrl,
  imageLink,
  listenAddress,
  networks,
  origins,
  pageLink,
  passkeyOrigins,
  publicUrl,
  smtpUrl,
} from './url-formats.ts';
import {
  choices,
  country,
  days,
  daysOr,
  displayName,
  duration,
  durationWithin,
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
} from './value-formats.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Every setting. docs/configuration.md, .env.example, `latchkey --help` and the type Config derive from it. */
export const SETTINGS = {
  NODE_ENV: setting('`production` turns the production checks on', oneOf('development', 'production', 'test'), {
    byDefault: 'development',
    example: 'production',
  }),
  PROFILE: setting('`hardened` is stricter than the interface: see docs/security.md', oneOf('contract', 'hardened'), {
    byDefault: 'contract',
    example: 'hardened',
  }),
  HOST: setting('the address to listen on, or the path of a Unix socket, behind a proxy', listenAddressOrSocket, {
    byDefault: ({ production }) => (production ? '0.0.0.0' : '127.0.0.1'),
    example: '0.0.0.0',
  }),
  PORT: setting('the port to listen on; 0 takes any free one', integer(0, 65535), { byDefault: 3000 }),
  SOCKET_MODE: setting(
    'the permissions of the Unix socket in HOST, in octal: whoever may write to it counts as a proxy',
    fileMode,
    { byDefault: 0o660, example: '666' },
  ),
  ADMIN: setting('the administration: its interface under `/api/admin` and the console at `/admin`', onOff, {
    byDefault: true,
    example: 'off',
  }),
  ADMIN_PORT: setting(
    'another port, for the administration: it is served there, beside everything else, and PORT answers 404 for it',
    integer(1, 65535),
    { example: '3001' },
  ),
  ADMIN_HOST: setting('the address that ADMIN_PORT listens on', listenAddress, {
    byDefault: '127.0.0.1',
    example: '10.0.0.5',
  }),
  ADMIN_URL: setting('where browsers find the console, for links to it and for passkeys', publicUrl, {
    defaultInWords: 'FRONTEND_URL; with ADMIN_PORT the address of that port',
    example: 'https://admin.example.com',
  }),
  ADMIN_EMAIL_CHANGE: setting(
    'how administrators change the address of an account: `confirmed` by the owner of the new one, or also `at-once` ' +
      'with a reason; the old address is told in any case',
    oneOf('confirmed', 'at-once'),
    { byDefault: 'confirmed', example: 'at-once' },
  ),
  ACT_AS_USER: setting(
    'whether administrators may act as a user, traceably and without what protects the account, see docs/console.md',
    onOff,
    { byDefault: false, example: 'on' },
  ),
  ACT_AS_USER_LIFETIME: setting(
    'how long an administrator acts as a user at most, from 1m to 1h',
    durationWithin(MINUTE_MS, 60 * MINUTE_MS),
    { byDefault: 10 * MINUTE_MS, example: '5m' },
  ),
  FIRST_ADMIN_EMAIL: setting(
    'the account with this address becomes administrator once the address is verified, as long as there is no ' +
      'administrator',
    emailAddress,
    { example: 'ada@example.com' },
  ),
  METRICS_PORT: setting(
    'another port, for Prometheus: `GET /metrics`. Not for the world; unset, metrics are served nowhere',
    integer(1, 65535),
    { example: '9464' },
  ),
  METRICS_HOST: setting('the address that METRICS_PORT listens on', listenAddress, {
    byDefault: '127.0.0.1',
    example: '10.0.0.5',
  }),
  DATABASE_URL: setting(
    'the database: sqlite:<path> or postgres://…, there also with several hosts: a primary and its standbys',
    databaseUrl,
    {
      byDefault: ({ dataDir }) => ({ kind: 'sqlite', path: join(dataDir, 'latchkey.db') }),
      example: 'postgres://latchkey:password@db.example.com/latchkey?sslmode=verify-full',
    },
  ),
  DATABASE_POOL: setting('connections to PostgreSQL per process', integer(1, 1000), { byDefault: 10 }),
  DATABASE_PREPARE: setting('prepared statements on PostgreSQL; off behind a pooler in transaction mode', onOff, {
    byDefault: true,
    example: 'off',
  }),
  WORKERS: setting('processes behind the one port; `auto` is one per core. SIGHUP replaces them one by one', workers, {
    byDefault: 1,
    example: 'auto',
  }),
  DATA_DIR: setting("where the embedded database, the generated secret and the developer's inbox live", folder, {
    byDefault: () => resolve('data'),
    example: '/var/lib/latchkey',
  }),
  SIGNING_SECRET: setting('the HMAC key of the signed tokens, at least 32 bytes', secret, {
    defaultInWords: 'made once and kept in DATA_DIR',
    requiredInProduction: { unless: ['SIGNING_SECRETS', 'KEYS_DIR'] },
    example: 'the output of: openssl rand -base64 48',
  }),
  SIGNING_SECRETS: setting('several HMAC keys by name (`kid`): the first signs, all verify', namedSecrets, {
    byDefault: [],
    example: 'nov2026:<secret>, may2026:<secret>',
  }),
  DATA_KEYS: setting(
    'keys by name that encrypt the secrets of authenticator apps in the database, and sign the challenges of ' +
      'passkeys: the first seals, all open. In development one is made and kept in DATA_DIR; in production there are ' +
      'neither without it',
    namedSecrets,
    { byDefault: [], example: 'nov2026:<secret>, may2026:<secret>' },
  ),
  KEYS_DIR: setting(
    'the folder of `latchkey keys`; a key in it signs before any secret, and is followed without a restart',
    folder,
    { byDefault: ({ dataDir }) => join(dataDir, 'keys'), example: '/var/lib/latchkey/keys' },
  ),
  TOKEN_ISSUER: setting('the `iss` of signed tokens; once set, tokens of any other issuer are refused', text, {
    byDefault: 'latchkey',
    example: 'https://accounts.example.com',
  }),
  TOKEN_AUDIENCE: setting('the `aud` of signed tokens; once set, tokens for any other audience are refused', text, {
    example: 'https://api.example.com',
  }),
  OPENID: setting(
    'OpenID: apps can have people log in here. Its clients are listed under `/api/admin/clients`',
    onOff,
    { byDefault: ({ hasMcpResources }) => hasMcpResources, example: 'on' },
  ),
  DELIVERY_NETWORKS: setting(
    'private networks in which apps may be told of a logout, and agents have their documents; public addresses always ' +
      'may, by https',
    networks,
    { byDefault: ({ production }) => (production ? [] : ['127.0.0.0/8', '::1']), example: '10.0.0.0/8' },
  ),
  MCP_RESOURCES: setting(
    'the MCP servers that agents get tokens for here, each with the scopes of its own after it. Switches `OPENID` on. ' +
      'Agents need no client: they name the address of a document about themselves, which is fetched',
    mcpResources,
    { byDefault: [], example: 'https://mcp.example.com/mcp, https://files.example.com/mcp files:read files:write' },
  ),
  FRONTEND_URL: setting('where e-mailed links lead; everything is served below its path, if it has one', publicUrl, {
    defaultInWords: "the service's own address",
    requiredInProduction: true,
    example: 'https://app.example.com',
  }),
  SMTP_URL: setting('the mail server', smtpUrl, {
    defaultInWords: "the developer's inbox",
    requiredInProduction: true,
    example: 'smtp://user:password@mail.example.com:587',
  }),
  SMTP_PASSWORD: setting('the password of the user in SMTP_URL, where it is not in there', secret, {
    example: 'the password as it is, not encoded',
  }),
  INBOX_NETWORKS: setting(
    "whose clients may read the developer's inbox, besides programs and browsers of this machine",
    networks,
    { byDefault: [], example: '172.16.0.0/12' },
  ),
  MAIL_FROM: setting('the sender of e-mails', sender, {
    byDefault: 'Latchkey <latchkey@localhost>',
    requiredInProduction: true,
    example: 'Example <accounts@example.com>',
  }),
  ACCESS_TOKEN_TTL: setting('how long an access token works', duration, { byDefault: 15 * MINUTE_MS }),
  REFRESH_TOKEN_TTL: setting(
    'how long a refresh token works; with `SESSIONS=many`, how long a session may go unused',
    duration,
    { byDefault: 7 * DAY_MS },
  ),
  SESSIONS: setting(
    '`single`: a login ends the session before; `many`: each device has a session of its own, see docs/api.md',
    oneOf('single', 'many'),
    { byDefault: 'single', example: 'many' },
  ),
  MAX_SESSIONS: setting(
    'sessions per user with `SESSIONS=many`; one login more ends the one that was unused for longest',
    integer(1, 1000),
    { byDefault: 20 },
  ),
  SESSION_LIFETIME: setting('the longest that a session lasts with `SESSIONS=many`, however often used', duration, {
    byDefault: 90 * DAY_MS,
  }),
  REFRESH_ROTATION: setting(
    '`on`: each refresh gives a new refresh token, and an old one that is used again ends the session; see docs/api.md',
    onOff,
    { byDefault: false, example: 'on' },
  ),
  FRESH_LOGIN: setting(
    'how long after a login, or after `POST /api/reauthenticate`, sensitive operations need no other proof',
    duration,
    { byDefault: 10 * MINUTE_MS, example: '5m' },
  ),
  TOTP: setting('whether owners can add an authenticator app; those who have one need it in any case', onOff, {
    defaultInWords: 'on; in production on once DATA_KEYS is set',
    example: 'off',
  }),
  SECOND_FACTOR: setting(
    'who must have a second factor: with `admins` those with the role ADMIN. Whoever must and has none can log in ' +
      'and add one, and do nothing else',
    oneOf('optional', 'admins', 'required'),
    { byDefault: 'optional', example: 'admins' },
  ),
  PASSKEYS: setting('whether people can add passkeys and log in with them, see docs/passkeys.md', onOff, {
    defaultInWords: 'on; in production on once DATA_KEYS is set, and FRONTEND_URL has a name rather than an IP address',
    example: 'off',
  }),
  PASSKEY_RP_ID: setting(
    'the domain that passkeys belong to: they work on it and below it. Another one makes all of them useless',
    domainName,
    { defaultInWords: 'the host of FRONTEND_URL', example: 'example.com' },
  ),
  PASSKEY_ORIGINS: setting(
    'further origins where passkeys may be used, besides that of FRONTEND_URL; served at /.well-known/webauthn',
    passkeyOrigins,
    { byDefault: [], example: 'https://www.example.com, https://example.org' },
  ),
  LOG_LEVEL: setting('how much is logged', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    byDefault: 'info',
  }),
  LOG_FORMAT: setting('log lines for machines or for people', oneOf('json', 'text'), {
    byDefault: ({ production }) => (production ? 'json' : 'text'),
    example: 'json',
  }),
  LOG_CLIENT: setting(
    "log lines of requests have the client's address, the id of the account and the error code: personal data",
    onOff,
    { byDefault: false, example: 'on' },
  ),
  AUDIT_LOG: setting('a log line for each audit event, whatever LOG_LEVEL is, with the address: for fail2ban', onOff, {
    byDefault: false,
    example: 'on',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'the OpenTelemetry collector that gets traces, by OTLP over HTTP; `/v1/traces` is added. Unset, there are none',
    httpUrl,
    { example: 'http://127.0.0.1:4318' },
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    'the whole address for traces, which is used as it is; counts more than `OTEL_EXPORTER_OTLP_ENDPOINT`',
    exactHttpUrl,
    { example: 'http://127.0.0.1:4318/v1/traces' },
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting('how the collector is spoken to', oneOf('http/json'), {
    byDefault: 'http/json',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting('headers for the collector, as name=value', headerList, {
    byDefault: [],
    example: 'authorization=Bearer%20<token>',
  }),
  OTEL_SERVICE_NAME: setting('the name of the service in traces', text, { byDefault: 'latchkey' }),
  OTEL_TRACES_SAMPLER: setting(
    'which requests are traced; `parentbased_…` for those whose caller has not decided it',
    oneOf(...SAMPLERS),
    { byDefault: 'parentbased_always_on', example: 'parentbased_traceidratio' },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('the share of them, for `…traceidratio`', share, { byDefault: 1, example: '0.05' }),
  TRUST_PROXY: setting('the proxies whose X-Forwarded-For, X-Request-Id and traceparent are believed', networks, {
    byDefault: [],
    example: '10.0.0.0/8, 192.168.1.5',
  }),
  HSTS: setting(
    'how long browsers use https alone for this host, told with `Strict-Transport-Security`; `includeSubDomains` ' +
      'behind it for all names below it too, `0` to take it back',
    hsts,
    {
      byDefault: ({ production }) => (production ? `max-age=${(365 * DAY_MS) / 1000}` : ''),
      example: '365d includeSubDomains',
    },
  ),
  CORS_ORIGINS: setting('the origins that browsers may call from; `none` for no other than our own', origins, {
    defaultInWords: 'the origin of FRONTEND_URL',
    example: 'https://app.example.com, https://admin.example.com',
  }),
  MAX_FAILED_LOGINS: setting(
    'wrong passwords per account and client in 15 minutes before 429; 0 for no limit',
    integer(0, 100),
    { byDefault: 20 },
  ),
  MAX_FAILED_CODES: setting(
    'wrong codes of an authenticator app per account and hour, from all clients together, before 429; 0 for no limit',
    integer(0, 1000),
    { byDefault: 10 },
  ),
  MAX_EMAIL_BURST: setting(
    'e-mails per address and kind in quick succession, refilled one a minute; 0 for no limit',
    integer(0, 1000),
    { byDefault: 5 },
  ),
  AUDIT_RETENTION: setting('days that the events of `latchkey audit` are kept', days, {
    byDefault: 90 * DAY_MS,
    example: '365',
  }),
  UNVERIFIED_KEPT: setting(
    'days after which an account that was never verified is removed, and its e-mail address and phone number are ' +
      'free again',
    daysOr('off'),
    { byDefault: ({ hardened }) => (hardened ? 30 * DAY_MS : 0), example: '30d' },
  ),
  DELETION_GRACE: setting(
    'days between the request to delete an account and its deletion, in which the owner keeps it by logging in; 0 ' +
      'deletes at once',
    daysOr('0'),
    { byDefault: 0, example: '14d' },
  ),
  REQUEST_TIMEOUT: setting('how long a client may take to send one request', duration, { byDefault: 30_000 }),
  MAX_CONNECTIONS: setting('open connections before new ones are closed at once', integer(1, 1_000_000), {
    byDefault: 10_000,
  }),
  HASH_CONCURRENCY: setting(
    'passwords hashed at the same time, per process; more than there are cores only wait',
    integer(1, 64),
    {
      byDefault: ({ cores, workers: processes }) => Math.ceil(cores / processes),
      defaultInWords: 'one per core, shared out among the workers',
      example: '2',
    },
  ),
  IMPORT_PEPPER: setting(
    'the pepper of imported bcrypt hashes, as in Devise; needed until nobody has such a hash any more',
    secret,
    { example: 'the value of config.pepper' },
  ),
  HASH_QUEUE: setting('passwords waiting to be hashed before 503', integer(1, 100_000), { byDefault: 500 }),
  NOTIFY_PASSWORD_CHANGE: setting('an e-mail to the owner after the password was changed or reset', onOff, {
    byDefault: ({ hardened }) => hardened,
    example: 'on',
  }),
  NOTIFY_NEW_DEVICE: setting('an e-mail to the owner after a login from a device or network that is new', onOff, {
    byDefault: ({ hardened }) => hardened,
    example: 'on',
  }),
  MAIL_TEMPLATES_DIR: setting('a folder with own texts of the e-mails, see docs/email.md', folder, {
    defaultInWords: 'the built-in texts',
    example: '/etc/latchkey/mail',
  }),
  TEXTS_DIR: setting(
    'a folder with own words and further languages for pages and e-mails, one JSON file each: see docs/pages.md',
    folder,
    { defaultInWords: 'the built-in texts', example: '/etc/latchkey/texts' },
  ),
  LANGUAGES: setting('the languages on offer; the first is for everybody who asks for none of them', languageTags, {
    defaultInWords: 'en, de, fr and those of TEXTS_DIR',
    example: 'es, en',
  }),
  PAGES: setting('the hosted pages; off leaves the JSON interface alone', onOff, { byDefault: true, example: 'off' }),
  DOCS: setting(
    'the reference of the interface at `/docs`, where operations can be tried; off answers 404 there',
    onOff,
    { byDefault: ({ production }) => !production, example: 'off' },
  ),
  RETURN_URLS: setting(
    'where `/login?return_to=…` may lead: origins, or origins with a path, below which everything is allowed',
    returnUrls,
    { byDefault: [], example: 'https://app.example.com, https://example.com/shop' },
  ),
  HOME_URL: setting(
    'where the logo leads, and every login without a return_to: an http(s) address or a path',
    pageLink,
    {
      defaultInWords: 'our own pages: `/`, and `/account` after a login',
      example: 'https://app.example.com',
    },
  ),
  PRODUCT_NAME: setting('the name in pages and e-mails', displayName, { byDefault: 'Latchkey', example: 'Example' }),
  BRAND_COLOR: setting('the colour of buttons and links', hexColor, { byDefault: '#2554c7', example: '#0b7a75' }),
  SUPPORT_EMAIL: setting('where people in trouble are told to write', emailAddress, { example: 'help@example.com' }),
  LOGO_URL: setting(
    'the logo in pages: an http(s) address, a path on the same host or a data:image/… address',
    imageLink,
    { defaultInWords: 'a mark in the brand colour', example: 'https://example.com/logo.svg' },
  ),
  LOGO_DARK_URL: setting('the logo in pages in dark mode, written like LOGO_URL', imageLink, {
    defaultInWords: 'LOGO_URL',
    example: 'https://example.com/logo-dark.svg',
  }),
  FAVICON_URL: setting("the icon in the browser's tab, written like LOGO_URL", imageLink, {
    defaultInWords: 'a mark in the brand colour',
    example: 'https://example.com/favicon.svg',
  }),
  CUSTOM_CSS: setting('a file with own styles for the pages, see docs/pages.md', file, {
    example: '/etc/latchkey/brand.css',
  }),
  MAIL_LOGO: setting('a PNG file of at most 64 KiB: the logo in e-mails', file, {
    defaultInWords: 'the first letter of PRODUCT_NAME in the brand colour',
    example: '/etc/latchkey/logo.png',
  }),
  MAIL_LOGO_DARK: setting('a PNG file of at most 64 KiB: the logo in e-mails in dark mode', file, {
    defaultInWords: 'MAIL_LOGO',
    example: '/etc/latchkey/logo-dark.png',
  }),
  INDUSTRIES: setting(
    'the industries that pages offer to choose from; the interface takes any text',
    choices(PROFILE_FIELDS.industry.maxCodePoints),
    { byDefault: [], example: 'Health, Finance, Arts and media, Other' },
  ),
  PHONE_COUNTRIES: setting(
    'the countries whose calling codes pages offer first, by their ISO codes; the first is chosen for people from ' +
      'elsewhere',
    listOf(country),
    { byDefault: [], example: 'DE, AT, CH' },
  ),
  TERMS_URL: setting('the terms of service, linked from pages', pageLink, { example: 'https://example.com/terms' }),
  PRIVACY_URL: setting('the privacy policy, linked from pages', pageLink, { example: 'https://example.com/privacy' }),
} as const;

export type SettingName = keyof typeof SETTINGS;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

type Row<Name extends SettingName> = (typeof SETTINGS)[Name];
type Unit<Name extends SettingName> = Row<Name>['format']['unit'];

/** The type of a setting's value; undefined where it has no default. */
export type SettingValue<Name extends SettingName> =
  | ReturnType<Row<Name>['format']['parse']>
  | ReturnType<Row<Name>['defaultFor']>;

/** Settings under their names in Config: ACCESS_TOKEN_TTL is `accessTokenTtlMs`. */
export type SettingValues = {
  readonly [Name in SettingName as `${CamelCase<Name>}${Unit<Name>}`]: SettingValue<Name>;
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Settings that can be given in a file: <NAME>_FILE, see secret-files.ts. */
export const SECRET_NAMES = SETTING_NAMES.filter((name) => SETTINGS[name].format.holdsSecret);

/** The name of a setting in Config. */
export const memberOf = (name: SettingName): string =>
  name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) + SETTINGS[name].format.unit;
