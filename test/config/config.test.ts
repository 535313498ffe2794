import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { warningsOf } from '../../src/config/warnings.ts';
import { identityProvidersOf, providerId } from '../../src/features/identities/settings.ts';

const CORES = 2;
const keyOn = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const APPLE_PRIVATE_KEY = keyOn('P-256');
const P384 = keyOn('P-384');
const WELL_KNOWN: Readonly<Record<string, string>> = {
  ...{ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
  ...{ MICROSOFT_CLIENT_ID: 'x', MICROSOFT_CLIENT_SECRET: 'y', MICROSOFT_TENANT: 'common' },
  ...{ GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'y' },
  ...{ APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'A1B2C3D4E5', APPLE_KEY_ID: 'F6G7H8I9J0', APPLE_PRIVATE_KEY },
};
const SECRET = 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA';
const PRODUCTION = {
  NODE_ENV: 'production',
  SIGNING_SECRET: SECRET,
  FRONTEND_URL: 'https://app.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'a@example.com',
};

describe('the settings', () => {
  it('need not be there at all', () => {
    const config = readConfig({}, CORES);
    assert.deepEqual([config.host, config.port, config.production], ['127.0.0.1', 3000, false]);
    assert.match(JSON.stringify(config.databaseUrl), /"sqlite".*data\/latchkey\.db/);
    assert.deepEqual([config.accessTokenTtlMs, config.refreshTokenTtlMs], [900_000, 604_800_000]);
    assert.deepEqual([config.frontendUrl, config.smtpUrl, config.signingSecret], [undefined, undefined, undefined]);
  });

  it('may be empty, as container files leave them', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
    assert.deepEqual(readConfig(empty, CORES), readConfig({}, CORES));
  });

  it('have an example each that is right', () => {
    for (const [name, { example }] of Object.entries(SETTINGS)) {
      // In words, or read at once and not there.
      if (name === 'SIGNING_SECRET' || name === 'FIELDS_FILE' || name === 'APPLE_PRIVATE_KEY') continue;
      const light = /^(.*LOGO)_DARK(.*)$/.exec(name);
      const isForPages = name === 'PASSKEY_RP_ID' && { FRONTEND_URL: PRODUCTION.FRONTEND_URL };
      const beside = {
        ...(name === 'NODE_ENV' && PRODUCTION),
        ...isForPages,
        ...(name === 'SMTP_PASSWORD' && { SMTP_URL: 'smtp://user@mail.example.com' }),
        ...(name === 'TERMS_VERSION' && { TERMS_URL: '/terms' }),
        ...(/^(GOOGLE|MICROSOFT|GITHUB|APPLE)_/.test(name) && WELL_KNOWN),
        ...(name === 'IDENTITY_PROVIDERS' && PROVIDERS),
        ...(light && { [`${light[1]}${light[2]}`]: example }),
      };
      assert.ok(readConfig({ ...beside, [name]: example }, CORES), name);
    }
  });

  it('need a strong DATA_KEYS in production for authenticator apps, which are off without it', () => {
    assert.equal(readConfig(PRODUCTION, CORES).features.authenticatorApps, false);
    assert.equal(readConfig({ ...PRODUCTION, DATA_KEYS: `one:${SECRET}` }, CORES).features.authenticatorApps, true);
    for (const name of ['TOTP', 'EMAIL_LOGIN'])
      assert.throws(() => readConfig({ ...PRODUCTION, [name]: 'on' }, CORES), /^.*DATA_KEYS is required in production/);
    assert.throws(
      () => readConfig({ ...PRODUCTION, DATA_KEYS: 'one:changeme' }, CORES),
      /DATA_KEYS has a secret one that/,
    );
  });

  const PROVIDERS = {
    ...{ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
    OPENID_PROVIDERS: 'Corp https://id.example.com latchkey secret corp.example, Other https://id.example.org x y',
  };

  it('order the providers to log in with, and switch off those that are not named', () => {
    const ids = (more: Record<string, string>) =>
      identityProvidersOf(readConfig({ ...PROVIDERS, ...more }, CORES)).map(providerId);
    assert.deepEqual(ids({}), ['google', 'corp', 'other']);
    assert.deepEqual(ids({ IDENTITY_PROVIDERS: 'Corp, google' }), ['corp', 'google']);
    assert.deepEqual(ids({ IDENTITY_PROVIDERS: 'none' }), []);
    const order = 'apple, google, corp, github';
    assert.deepEqual(ids({ ...WELL_KNOWN, IDENTITY_PROVIDERS: order }), order.split(', '));
  });

  it('take the key of Apple in one line too', () => {
    const key = APPLE_PRIVATE_KEY.trim();
    const read = (written: string) => readConfig({ ...WELL_KNOWN, APPLE_PRIVATE_KEY: written }, CORES).applePrivateKey;
    assert.deepEqual([read(key), read(key.replaceAll('\n', '\\n'))], [key, key]);
  });

  for (const missing of Object.keys(WELL_KNOWN))
    it(`are refused without ${missing} where others of the provider are set`, () => {
      const { [missing]: _, ...rest } = WELL_KNOWN;
      const line = new RegExp(` ${missing} is required with ${missing.split('_')[0]}_\\w+\\. Example: `);
      assert.throws(() => readConfig(rest, CORES), line);
    });

  const WRONG: [environment: Record<string, string>, line: RegExp][] = [
    [{ NODE_ENV: 'prod' }, /^NODE_ENV must be one of development, production, test, not "prod"\. Example: NODE_ENV=/],
    [{ APPLE_KEY_ID: 'F6G7H8I9J0' }, /^APPLE_CLIENT_ID is required with APPLE_KEY_ID\. Example: /],
    [
      { MICROSOFT_TENANT: 'contoso' },
      /^MICROSOFT_TENANT must be common, organizations, consumers or the id of a tenant/,
    ],
    [{ APPLE_TEAM_ID: 'Example Ltd' }, /^APPLE_TEAM_ID must be 10 capital letters and digits, not "Example Ltd"/],
    [
      { APPLE_PRIVATE_KEY: 'hush' },
      /^(?!.*hush)APPLE_PRIVATE_KEY must be the content of the \.p8 file that Apple gives\./,
    ],
    [{ APPLE_PRIVATE_KEY: P384 }, /^APPLE_PRIVATE_KEY must be the content of the \.p8 file/],
    [
      { IDENTITY_PROVIDERS: 'gogle' },
      /^IDENTITY_PROVIDERS names gogle, which has no credentials\. Those that do: none/,
    ],
    [
      { OPENID_PROVIDERS: 'Corp https://id.example.com hush' },
      /^OPENID_PROVIDERS must list .+ number 1 is incomplete\. Example: /,
    ],
    [
      { OPENID_PROVIDERS: 'Corp https://id.example.com latchkey hush,hush example.com' },
      /^(?!.*hush)OPENID_PROVIDERS must list .+ number 2 is incomplete\. Example: /,
    ],
    [
      { OPENID_PROVIDERS: 'Société https://id.example.com x hush' },
      /^(?!.*Soc)OPENID_PROVIDERS must give names of up to 30 letters a to z, .+ unlike number 1\./,
    ],
    ...['corp_mail.example.com', '-corp.example.com', 'localhost', 'corp.example.1', 'a@corp.example.com'].flatMap(
      (domain): [Record<string, string>, RegExp][] => [
        [
          { OPENID_PROVIDERS: `Corp https://id.example.com x hush ${domain}` },
          new RegExp(`^(?!.*hush)OPENID_PROVIDERS must list domains such as example.com, not "${domain}"`),
        ],
        [{ EMAIL_DOMAINS: domain }, new RegExp(`^EMAIL_DOMAINS must list domains .+, not "${domain}"`)],
      ],
    ),
    [{ OPENID_PROVIDERS: 'Corp http://id.example.com x hush' }, /^OPENID_PROVIDERS must have https issuers/],
    [
      { OPENID_PROVIDERS: 'Google https://id.example.com x y', GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
      /google/,
    ],
    [
      { ...PRODUCTION, GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
      /^DATA_KEYS is required in production to log in/,
    ],
    [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535, not "70000"\. Example: PORT=3000$/],
    [{ SECOND_FACTOR: 'required', TOTP: 'off' }, /^SECOND_FACTOR needs authenticator apps: set DATA_KEYS/],
    [{ ...PRODUCTION, SECOND_FACTOR: 'admins' }, /^SECOND_FACTOR needs authenticator apps: set DATA_KEYS/],
    [{ MCP_RESOURCES: 'https://mcp.example.com', OPENID: 'off' }, /^MCP_RESOURCES cannot be used with OPENID=off\./],
    [{ MCP_RESOURCES: 'https://mcp.example.com', PAGES: 'off' }, /^PAGES must be on with OPENID=on/],
    [{ MCP_RESOURCES: 'files:read' }, /^MCP_RESOURCES must begin with the https address of an MCP server/],
    [{ MCP_RESOURCES: 'https://a.example/mcp?x' }, /^MCP_RESOURCES must have addresses without a query/],
    [{ MCP_RESOURCES: 'https://A.example/mcp' }, /^MCP_RESOURCES must have addresses .*in lower case/],
    [{ MCP_RESOURCES: 'https://a.example/ https://a.example' }, /^MCP_RESOURCES must have each address once/],
    [{ MCP_RESOURCES: 'https://a.example/ email' }, /^MCP_RESOURCES must have scopes without another meaning/],
    [{ MCP_RESOURCES: 'http://a.example/mcp' }, /^MCP_RESOURCES must have https addresses/],
    [{ ...PRODUCTION, MCP_RESOURCES: 'http://localhost:3001/mcp' }, /^MCP_RESOURCES must have https addresses/],
    [
      { MCP_RESOURCES: 'https://app.example.com/api', FRONTEND_URL: 'https://app.example.com' },
      /^MCP_RESOURCES must have addresses of other servers/,
    ],
    [{ PORT: '3000x' }, /^PORT must be a whole number/],
    [{ HOST: 'http://127.0.0.1' }, /^HOST must be an IP address or a host name, not "http:\/\/127\.0\.0\.1"/],
    [{ HOST: '127.0.0.1:3000' }, /^HOST must be an IP address or a host name/],
    [{ HOST: '99999999999' }, /^HOST must be an IP address or a host name/],
    [{ ADMIN_HOST: 'a b' }, /^ADMIN_HOST must be an IP address or a host name/],
    [{ METRICS_HOST: '*' }, /^METRICS_HOST must be an IP address or a host name/],
    [{ DATABASE_URL: 'mysql://root:secret@db/x' }, /^DATABASE_URL must be .*not "mysql:\/\/\*\*\*@db\/x"/],
    [{ FRONTEND_URL: 'app.example.com' }, /^FRONTEND_URL must be an http\(s\) address/],
    [{ FRONTEND_URL: 'https://app.example.com/?a=1' }, /^FRONTEND_URL must be an address without a query/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must be smtp:\/\//],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must be an e-mail address/],
    [{ LOGO_DARK_URL: '/dark.svg' }, /^LOGO_DARK_URL needs LOGO_URL beside it/],
    [{ MAIL_LOGO_DARK: '/dark.png' }, /^MAIL_LOGO_DARK needs MAIL_LOGO beside it/],
    [{ PASSKEY_RP_ID: 'https://example.com' }, /^PASSKEY_RP_ID must be a domain name/],
    [{ PASSKEY_RP_ID: '192.0.2.1' }, /^PASSKEY_RP_ID must be a domain name/],
    [{ PASSKEY_RP_ID: 'example.com:443' }, /^PASSKEY_RP_ID must be a domain name/],
    [{ PASSKEY_RP_ID: 'Example.com' }, /^PASSKEY_RP_ID must be a domain name in lower case/],
    [
      { PASSKEY_RP_ID: 'example.com' },
      /^PASSKEY_RP_ID must be the host of FRONTEND_URL, localhost, or a domain above it/,
    ],
    [
      { ...PRODUCTION, PASSKEY_RP_ID: 'ample.com' },
      /^PASSKEY_RP_ID must be the host of FRONTEND_URL, app\.example\.com/,
    ],
    [{ PASSKEYS: 'on', FRONTEND_URL: 'http://192.0.2.1' }, /^PASSKEY_RP_ID is required with PASSKEYS=on/],
    [{ PASSKEY_ORIGINS: 'android:apk-key-hash:short' }, /^PASSKEY_ORIGINS must list origins/],
    [{ LANGUAGES: 'en, english!' }, /^LANGUAGES must list languages such as en or pt-BR, not "english!"/],
    [{ ACCESS_TOKEN_TTL: '15' }, /^ACCESS_TOKEN_TTL must be a time .*not "15"\. Example: ACCESS_TOKEN_TTL=15m$/],
    [{ REFRESH_TOKEN_TTL: '0d' }, /^REFRESH_TOKEN_TTL must be a time/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY must list IP addresses or CIDRs, and "10\.0\.0\.0\/33" is neither/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must list/],
    [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS must list origins/],
    [{ CORS_ORIGINS: 'https://a.example/path' }, /^CORS_ORIGINS must list origins/],
    [{ MAX_FAILED_LOGINS: '-1' }, /^MAX_FAILED_LOGINS must be a whole number/],
    [{ PAGES: 'yes' }, /^PAGES must be one of on, off/],
    [{ PRODUCT_NAME: 'Acme <b>' }, /^PRODUCT_NAME must be one line of at most 60 characters/],
    [{ PRODUCT_NAME: 'Acme\r\nBcc: x' }, /^PRODUCT_NAME must be one line/],
    [{ BRAND_COLOR: 'red' }, /^BRAND_COLOR must be a colour written as #rrggbb, not "red"/],
    [{ SUPPORT_EMAIL: 'help' }, /^SUPPORT_EMAIL must be an e-mail address, not "help"/],
    [{ TERMS_URL: 'javascript:alert(1)' }, /^TERMS_URL must be an http\(s\) address or a path/],
    [{ PRIVACY_URL: '//example.com/privacy' }, /^PRIVACY_URL must be an http\(s\) address or a path/],
    [{ LOGO_URL: 'data:text/html,x' }, /^LOGO_URL must be an http\(s\) address or a path/],
    [{ HOME_URL: '//evil.example' }, /^HOME_URL must be an http\(s\) address or a path/],
    [{ RETURN_URLS: 'app.example.com' }, /^RETURN_URLS must list http\(s\) addresses .*, not "app\.example\.com"/],
    [{ RETURN_URLS: 'https://*.example.com' }, /^RETURN_URLS must list http\(s\) addresses without a wildcard/],
    [{ RETURN_URLS: 'https://a.example, //b.example' }, /^RETURN_URLS must list .*, not "\/\/b\.example"/],
    [{ RETURN_URLS: 'javascript:alert(1)' }, /^RETURN_URLS must list http\(s\) addresses/],
    [{ RETURN_URLS: 'https:a.example' }, /^RETURN_URLS must list http\(s\) addresses/],
    [{ RETURN_URLS: 'https://a.example\\b' }, /^RETURN_URLS must list http\(s\) addresses/],
    [{ RETURN_URLS: 'https://a.example/?x=1' }, /^RETURN_URLS must list addresses without a query/],
    [{ RETURN_URLS: 'https://a.example/#' }, /^RETURN_URLS must list addresses without a query, a fragment/],
    [
      { RETURN_URLS: 'https://me:secret@a.example' },
      /^RETURN_URLS must list addresses without .* a user\. Example: RETURN_/,
    ],
    [{ RETURN_URLS: 'https://a.example/x/../y' }, /^RETURN_URLS must list addresses without \. and \.\. in the path/],
    [
      { SESSIONS: 'many', SESSION_LIFETIME: '6d' },
      /^SESSION_LIFETIME must be at least REFRESH_TOKEN_TTL, the time that a session may go unused\. Example: SESSION_LIFETIME=90d$/,
    ],
    [{ ADMIN_PORT: '3000' }, /^ADMIN_PORT must be another port than PORT and METRICS_PORT\. Example: ADMIN_PORT=3001$/],
    [{ METRICS_PORT: '3000' }, /^METRICS_PORT must be another port than PORT\. Example: METRICS_PORT=9464$/],
    [{ HASH_CONCURRENCY: '0' }, /^HASH_CONCURRENCY must be a whole number/],
    [{ DATABASE_URL: 'postgres://a:99999/db' }, /^DATABASE_URL has an impossible port: 99999\. Ports go up to 65535\./],
    [{ DATABASE_URL: 'postgres://a:1,b:70000/db' }, /^DATABASE_URL has an impossible port: 70000\./],
    [{ SMTP_URL: 'smtp://me:hidden@a:99999' }, /^SMTP_URL has an impossible port: 99999\. Ports go up to 65535\. Ex/],
    [{ FRONTEND_URL: 'https://a.example:99999/x' }, /^FRONTEND_URL has an impossible port: 99999\./],
    [{ HOME_URL: 'https://a.example:99999' }, /^HOME_URL has an impossible port: 99999\./],
    [{ CORS_ORIGINS: 'https://a.example:99999' }, /^CORS_ORIGINS has an impossible port: 99999\./],
    [{ RETURN_URLS: 'https://a.example:99999' }, /^RETURN_URLS has an impossible port: 99999\./],
    [
      { HSTS: 'on' },
      /^HSTS must be off, 0 or a time from 1s to 400d, not "on"\. Example: HSTS=365d includeSubDomains$/,
    ],
    [
      { HSTS: '365d subdomains' },
      /^HSTS must be a time, alone or before includeSubDomains and preload, and "subdomains"/,
    ],
    [{ HSTS: '365d preload' }, /^HSTS must have includeSubDomains before preload/],
  ];
  for (const [environment, line] of WRONG) {
    it(`${JSON.stringify(environment)} is refused in one line with an example`, () => {
      assert.throws(
        () => readConfig(environment, CORES),
        (error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, line);
          assert.ok(!error.message.includes('\n'));
          assert.doesNotMatch(error.message, /secret@|hush/);
          return true;
        },
      );
    });
  }

  it('are each taken or refused by name, whatever is written there', () => {
    const hostile = [' ', 'x', '-1', '0', '1.5', '1e9', '9'.repeat(20), 'http://', 'a b\tc', 'on,off', '/x', '%', 'ü'];
    for (const name of Object.keys(SETTINGS))
      for (const value of hostile) {
        try {
          readConfig({ [name]: value }, CORES);
        } catch (error) {
          assert.ok(error instanceof ConfigError, `${name}=${value}: ${error}`);
          assert.match(error.message, new RegExp(`\\b${name}\\b`));
        }
      }
  });

  it('that are allowed and rarely meant are warned of', () => {
    const warnings = (environment: Record<string, string>) => warningsOf(readConfig(environment, CORES));
    const DATA_KEYS = `one:${SECRET}`;
    assert.deepEqual(warnings({}), []);
    assert.deepEqual(warnings({ ...PRODUCTION, DATA_KEYS }), []);
    assert.deepEqual(warnings({ ...PRODUCTION, DATA_KEYS, FRONTEND_URL: 'http://localhost:3000' }), []);
    assert.deepEqual(warnings({ ...PRODUCTION, TOTP: 'off', PASSKEYS: 'off' }), []);
    const cases: [environment: Record<string, string>, warning: RegExp][] = [
      [PRODUCTION, /^passkeys and authenticator apps are off, because DATA_KEYS is not set: see docs\//],
      [{ ...PRODUCTION, TOTP: 'off' }, /^passkeys are off, because DATA_KEYS is not set/],
      [{ ...PRODUCTION, PASSKEYS: 'off' }, /^authenticator apps are off, because DATA_KEYS is not set/],
      [{ ...PRODUCTION, DATA_KEYS, FRONTEND_URL: 'http://app.example.com' }, /^FRONTEND_URL is not https/],
      [
        { ...PRODUCTION, DATA_KEYS, TRUST_PROXY: '0.0.0.0/0' },
        /^TRUST_PROXY=0\.0\.0\.0\/0 trusts X-Forwarded-For from every client/,
      ],
      [{ TRUST_PROXY: '10.0.0.1, ::/0' }, /^TRUST_PROXY=::\/0 trusts X-Forwarded-For from every client/],
    ];
    for (const [environment, warning] of cases) {
      const [first = '', ...others] = warnings(environment);
      assert.match(first, warning);
      assert.deepEqual(others, []);
    }
  });

  for (const name of ['SIGNING_SECRET', 'FRONTEND_URL', 'SMTP_URL', 'MAIL_FROM'] as const) {
    it(`${name} is required in production`, () => {
      assert.throws(() => readConfig({ ...PRODUCTION, [name]: '' }, CORES), {
        message: new RegExp(`^${name} is required in production\\. Example: ${name}=`),
      });
    });
  }

  it('a weak secret is refused in production', () => {
    for (const weak of [
      'short',
      'a'.repeat(40),
      'changeme-changeme-changeme-changeme',
      'my-very-long-password-that-is-a-password',
    ]) {
      assert.throws(
        () => readConfig({ ...PRODUCTION, SIGNING_SECRET: weak }, CORES),
        { message: /^SIGNING_SECRET / },
        weak,
      );
    }
    assert.equal(readConfig(PRODUCTION, CORES).signingSecret, SECRET);
  });

  const PASSWORDS = [
    'hid/den',
    'hid#den',
    'hid?den',
    'hid@den',
    '12/hidden',
    '12?hidden',
    '12#hidden',
    'hid%den',
    'hid den',
  ];
  for (const password of PASSWORDS) {
    for (const [name, value] of [
      ['DATABASE_URL', `postgres://user:${password}@db.example.com/latchkey`],
      ['DATABASE_URL', `postgres://user:${password}@db1.example.com,db2.example.com:x/latchkey`],
      ['DATABASE_URL', `mysql://user:${password}@db.example.com/latchkey`],
      ['DATABASE_URL', `user:${password}@db.example.com/latchkey`],
      ['SMTP_URL', `smtp://user:${password}@mail.example.com:587`],
      ['SMTP_URL', `smtps://user:${password}@mail.example.com:port`],
      ['SMTP_URL', `http://user:${password}@mail.example.com`],
      ['SMTP_URL', `user:${password}@mail.example.com`],
    ] as const) {
      it(`${name}=${value} is refused without a word of the password`, () => {
        const said = thrownBy({ [name]: value });
        // A blank or an @ can only be part of the password: it is understood where nothing else is wrong.
        if (/[ @]/.test(password) && said === '') return;
        assert.match(said, new RegExp(`^${name} .+ Example: ${name}=`));
        const [reason = ''] = said.replaceAll(/%[0-9A-F]{2}/g, '').split(' Example: ');
        for (const part of password.split(/[^a-z0-9]/)) assert.ok(!reason.includes(part), reason);
      });
    }
  }

  it('traces go below the address of the collector, or to their own, which is used as it is', () => {
    const tracesUrl = (environment: Record<string, string>) => readConfig(environment, 4).tracesUrl;
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.test/otlp/';
    const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'http://traces.test/in/';
    assert.equal(tracesUrl({}), undefined);
    assert.equal(tracesUrl({ OTEL_EXPORTER_OTLP_ENDPOINT }), 'http://collector.test/otlp/v1/traces');
    assert.equal(
      tracesUrl({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }),
      'http://traces.test/in/',
    );
  });

  it('a password in an address that takes none is not repeated either', () => {
    for (const name of [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'HOME_URL',
      'CORS_ORIGINS',
      'PASSKEY_ORIGINS',
      'MCP_RESOURCES',
    ]) {
      const said = thrownBy({ [name]: 'grpc://user:hid@den@collector.example.com:4317' });
      assert.match(said, new RegExp(`^${name} .*"grpc://\\*\\*\\*@collector`));
      assert.doesNotMatch(said, /hid|den@/);
    }
  });

  it('a password in the query of an address is not repeated either', () => {
    for (const name of ['password', 'Password', 'PASSWORD', 'sslpassword']) {
      const said = thrownBy({ DATABASE_URL: `mysql://db.example.com/x?user=a&${name}=hidden&b=c&${name}=hidden#d` });
      assert.match(said, /^DATABASE_URL must be /);
      assert.doesNotMatch(said, /hidden/);
    }
  });

  it('addresses with an encoded password, or none, are accepted', () => {
    for (const DATABASE_URL of [
      'postgres://user:hid%2Fden%40%23%3F%25@db.example.com/latchkey',
      'postgres://db.example.com/latchkey?application_name=a',
      'postgres://user@db1.example.com:5432,db2.example.com/latchkey?sslmode=require',
      'postgres:///latchkey?host=/var/run/postgresql',
    ]) {
      assert.ok(readConfig({ DATABASE_URL }, CORES), DATABASE_URL);
    }
    for (const SMTP_URL of [
      'smtp://user%40example.com:hid%2Fden@mail.example.com:587?tls=required',
      'smtp://[::1]:25',
    ]) {
      assert.ok(readConfig({ SMTP_URL }, CORES), SMTP_URL);
    }
  });

  const MISSPELT: [given: string, meant: string][] = [
    ['SMPT_URL', 'SMTP_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['SMTPURL', 'SMTP_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['FRONT_END_URL', 'FRONTEND_URL'],
    ['SINGING_SECRET', 'SIGNING_SECRET'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['ACCESS_TOKEN_TLL', 'ACCESS_TOKEN_TTL'],
    ['LATCHKEY_SMTP_URL', 'SMTP_URL'],
    ['LATCHKEY_ENVFILE', 'LATCHKEY_ENV_FILE'],
    ['OPENIDD', 'OPENID'],
    ['OPEN_ID', 'OPENID'],
    ['PROFIL', 'PROFILE'],
    ['TOPT', 'TOTP'],
    ['HSTSS', 'HSTS'],
    ['WROKERS', 'WORKERS'],
  ];
  for (const [given, meant] of MISSPELT) {
    it(`${given} is refused, since ${meant} must be meant`, () => {
      assert.throws(() => readConfig({ [given]: 'a secret value' }, CORES), {
        message: new RegExp(`^Unknown setting ${given}\\. Did you mean ${meant}\\? Rename it, or remove it\\.$`),
      });
      assert.ok(readConfig({ [given]: '' }, CORES), 'empty counts as not set');
    });
  }

  it('what other software has in the environment is left alone', () => {
    const others = [
      ...[
        'PATH',
        'HOME',
        'HOSTNAME',
        'HOSTS',
        'HOST_IP',
        'PORTS',
        'POST',
        'PAGER',
        'PAGE',
        'PROFILES',
        'WORKER',
        'NODE',
        'profile',
        'admin',
      ],
      ...[
        'NODE_OPTIONS',
        'NODE_PATH',
        'DATABASE_PORT',
        'DATABASE_HOST',
        'DATABASE_USER',
        'DATABASE_PASSWORD',
        'SMTP_HOST',
      ],
      ...['SMTP_PORT', 'SMTP_USER', 'METRICS_PATH', 'LOG_FILE', 'LOG_DIR', 'PGPASSWORD', 'PGHOST', 'MAILTO'],
      ...[
        'POSTGRES_PASSWORD',
        'XDG_DATA_DIRS',
        'XDG_CONFIG_DIRS',
        'KUBERNETES_SERVICE_HOST',
        'TOKEN',
        'MAIL',
        'TERM',
        'LANG',
      ],
      // What orchestrators add for a service or container that is called latchkey.
      ...[
        'LATCHKEY_PORT',
        'LATCHKEY_SERVICE_HOST',
        'LATCHKEY_SERVICE_PORT',
        'LATCHKEY_PORT_3000_TCP_ADDR',
        'LATCHKEY_NAME',
      ],
      ...[
        'LATCHKEY_ENV_FILE',
        'LATCHKEY_VERSION',
        'LATCHKEY_DB_SERVICE_HOST',
        'npm_config_cache',
        'npm_package_name',
        'INIT_CWD',
      ],
    ];
    const environment = Object.fromEntries(others.map((name) => [name, 'x']));
    assert.deepEqual(readConfig(environment, CORES), readConfig({}, CORES));
  });
});

function thrownBy(environment: Record<string, string>): string {
  try {
    readConfig(environment, CORES);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}
