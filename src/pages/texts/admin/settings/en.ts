import { SETTINGS, type SettingName } from '../../../../config/settings.ts';

const declared = Object.entries(SETTINGS).map(([name, { about }]) => {
  const words = about.replaceAll('e-mail', 'email').replaceAll("'", '’');
  return [name, words.charAt(0).toUpperCase() + words.slice(1)];
});

/**
 * What each setting is for: the words of its declaration, or shorter ones where those are for developers. What stands in
 * backticks is a name or a value.
 */
export const settingsEn: Readonly<Record<SettingName, string>> = {
  ...Object.fromEntries(declared),
  ADMIN_PORT: 'A port of its own for the administration; `PORT` then answers 404 for it',
  ADMIN_HOST: 'The address that `ADMIN_PORT` listens on',
  ADMIN_EMAIL_CHANGE:
    'How administrators change the email address of an account: confirmed by the owner of the new address, or also at once, with a reason',
  ACT_AS_USER: 'Whether administrators may act as a user, traceably and without what protects the account',
  ACT_AS_USER_LIFETIME: 'How long an administrator acts as a user at most',
  FIRST_ADMIN_EMAIL:
    'The account with this address becomes administrator once the address is confirmed, while there is none',
  METRICS_PORT: 'A port of its own for Prometheus: `GET /metrics`. Not for the world; unset, there are no metrics',
  METRICS_HOST: 'The address that `METRICS_PORT` listens on',
  DATABASE_URL: 'The database: SQLite or PostgreSQL, there also with several hosts: a primary and its standbys',
  DATABASE_PREPARE: 'Prepared statements on PostgreSQL; `off` behind a pooler in transaction mode',
  DATA_DIR: 'Where the embedded database, the generated key and the developer’s inbox live',
  SIGNING_SECRETS: 'Several HMAC keys by name: the first signs, all verify',
  DATA_KEYS:
    'Keys by name that encrypt the keys of authenticator apps and sign the challenges of passkeys: the first encrypts, all decrypt. Without them, production has neither',
  KEYS_DIR:
    'The folder of `latchkey keys`; a key in it signs before `SIGNING_SECRET`, and is followed without a restart',
  OPENID: 'OpenID: apps can have people log in here. Clients are listed under `/api/admin/clients`',
  FRONTEND_URL: 'Where links in emails lead; everything is served below its path',
  DELIVERY_NETWORKS: 'Private networks in which apps may be told of a logout, and agents have their documents',
  MCP_RESOURCES: 'The MCP servers that agents get tokens for here, each with the scopes of its own after it',
  INBOX_NETWORKS: 'Who may read the developer’s inbox, besides this machine itself',
  SESSIONS: '`single`: a login ends the session before; `many`: each device has a session of its own',
  REFRESH_ROTATION: '`on`: each refresh gives a new refresh token, and an old one that is used again ends the session',
  FRESH_LOGIN: 'How long after a login sensitive operations need no other proof',
  TOTP: 'Whether people can add an authenticator app; those who have one need it in any case',
  SECOND_FACTOR:
    'Who must have a second factor: with `admins`, administrators. Whoever must and has none can log in and add one, and do nothing else',
  PASSKEYS: 'Whether people can add passkeys and log in with them',
  PASSKEY_ORIGINS: 'Further origins where passkeys may be used, besides that of `FRONTEND_URL`',
  TRUST_PROXY: 'The proxies whose `X-Forwarded-For`, `X-Request-Id` and `traceparent` are believed',
  AUDIT_RETENTION: 'Days that the events of the audit trail are kept',
  UNVERIFIED_KEPT:
    'Days after which an account that was never confirmed is removed, and its address and phone number are free again',
  IMPORT_PEPPER: 'The pepper of imported bcrypt hashes, as in Devise: needed until nobody has such a hash any more',
  MAIL_TEMPLATES_DIR: 'A folder with own texts of the emails: see docs/email.md',
  TEXTS_DIR: 'A folder with own words and further languages for pages and emails: see docs/pages.md',
  PAGES: 'The hosted pages; `off` leaves the JSON interface alone',
  DOCS: 'The reference of the interface at `/docs`, where operations can be tried',
  RETURN_URLS:
    'Where `return_to` may lead after a login: origins, or origins with a path, below which everything is allowed',
  HOME_URL: 'Where the logo leads, and every login without a `return_to`: an http(s) address or a path',
  LOGO_URL: 'The logo in pages: an http(s) address, a path on the same host, or a data address with an image',
  LOGO_DARK_URL: 'The logo in pages in dark mode, written like `LOGO_URL`',
  FAVICON_URL: 'The icon in the browser’s tab, written like `LOGO_URL`',
  CUSTOM_CSS: 'A file with own styles for the pages: see docs/pages.md',
};

/** Defaults that are no values, by the name of the setting. */
export const settingDefaultsEn = {
  ADMIN_URL: '`FRONTEND_URL`; with `ADMIN_PORT`, the address of that port',
  SIGNING_SECRET: 'made once and kept in `DATA_DIR`',
  FRONTEND_URL: 'the service’s own address',
  SMTP_URL: 'the developer’s inbox',
  TOTP: '`on`; in production only once `DATA_KEYS` is set',
  PASSKEYS: '`on`; in production only once `DATA_KEYS` is set and `FRONTEND_URL` has a name rather than an IP address',
  PASSKEY_RP_ID: 'the host of `FRONTEND_URL`',
  CORS_ORIGINS: 'the origin of `FRONTEND_URL`',
  HASH_CONCURRENCY: 'one per core, shared out among the workers',
  MAIL_TEMPLATES_DIR: 'the built-in texts',
  TEXTS_DIR: 'the built-in texts',
  LANGUAGES: '`en`, `de`, `fr` and those of `TEXTS_DIR`',
  HOME_URL: 'our own pages: `/`, and `/account` after a login',
  LOGO_URL: 'a mark in the brand colour',
  LOGO_DARK_URL: '`LOGO_URL`',
  FAVICON_URL: 'a mark in the brand colour',
  MAIL_LOGO: 'the first letter of `PRODUCT_NAME` in the brand colour',
  MAIL_LOGO_DARK: '`MAIL_LOGO`',
};
