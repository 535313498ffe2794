import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from '../src/config.ts';
import { SETTINGS } from '../src/settings.ts';

const CORES = 2;
const SECRET = 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA';
const PRODUCTION = {
  NODE_ENV: 'production',
  SIGNING_SECRET: SECRET,
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
      if (name === 'SIGNING_SECRET') continue;
      assert.ok(readConfig({ [name]: example, ...(name === 'NODE_ENV' && PRODUCTION) }, CORES), name);
    }
  });

  const WRONG: [environment: Record<string, string>, line: RegExp][] = [
    [{ NODE_ENV: 'prod' }, /^NODE_ENV must be one of development, production, test, not "prod"\. Example: NODE_ENV=/],
    [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535, not "70000"\. Example: PORT=3000$/],
    [{ PORT: '3000x' }, /^PORT must be a whole number/],
    [{ DATABASE_URL: 'mysql://root:secret@db/x' }, /^DATABASE_URL must be .*not "mysql:\/\/\*\*\*@db\/x"/],
    [{ FRONTEND_URL: 'app.example.com' }, /^FRONTEND_URL must be an http\(s\) address/],
    [{ FRONTEND_URL: 'https://app.example.com/?a=1' }, /^FRONTEND_URL must be an address without a query/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must be smtp:\/\//],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must be an e-mail address/],
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
    [{ METRICS_PORT: '3000' }, /^METRICS_PORT must be another port than PORT\. Example: METRICS_PORT=9464$/],
    [{ HASH_CONCURRENCY: '0' }, /^HASH_CONCURRENCY must be a whole number/],
  ];
  for (const [environment, line] of WRONG) {
    it(`${JSON.stringify(environment)} is refused in one line with an example`, () => {
      assert.throws(
        () => readConfig(environment, CORES),
        (error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, line);
          assert.ok(!error.message.includes('\n'));
          assert.ok(!error.message.includes('secret'));
          return true;
        },
      );
    });
  }

  for (const name of ['SIGNING_SECRET', 'SMTP_URL', 'MAIL_FROM'] as const) {
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
});
