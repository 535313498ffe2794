import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from '../../src/config/settings.ts';

const CORES = 2;

interface Limits {
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}
const numbers = (lowest: number, highest: number): Limits => ({
  taken: [String(lowest), String(highest)],
  refused: [...(lowest > 0 ? [String(lowest - 1)] : ['-1']), String(highest + 1), `${lowest}.5`],
});
const TIMES: Limits = {
  taken: ['1s', '1000ms', '400d', '9600h', '34560000s'],
  refused: ['999ms', '0s', '401d', '9601h', '34560001s', '5', '5w'],
};
const DAYS: Limits = { taken: ['1', '1d', '9999', '9999d'], refused: ['0d', '10000', '10000d', '1h'] };

/** Of every setting that is a number: the values at its limits, and those just beyond. */
const LIMITS: Partial<Record<SettingName, Limits>> = {
  PORT: numbers(0, 65_535),
  ADMIN_PORT: numbers(1, 65_535),
  METRICS_PORT: numbers(1, 65_535),
  DATABASE_POOL: numbers(1, 1000),
  WORKERS: numbers(1, 128),
  MAX_SESSIONS: numbers(1, 1000),
  MAX_FAILED_LOGINS: numbers(0, 100),
  MAX_FAILED_CODES: numbers(0, 1000),
  MAX_EMAIL_BURST: numbers(0, 1000),
  MAX_CONNECTIONS: numbers(1, 1_000_000),
  HASH_CONCURRENCY: numbers(1, 64),
  HASH_QUEUE: numbers(1, 100_000),
  ACCESS_TOKEN_TTL: TIMES,
  REFRESH_TOKEN_TTL: TIMES,
  SESSION_LIFETIME: TIMES,
  ACT_AS_USER_LIFETIME: { taken: ['1m', '60s', '1h', '60m'], refused: ['59s', '61m', '3601s', '0m', '5'] },
  FRESH_LOGIN: TIMES,
  REQUEST_TIMEOUT: TIMES,
  AUDIT_RETENTION: DAYS,
  UNVERIFIED_KEPT: { taken: [...DAYS.taken, 'off'], refused: [...DAYS.refused, '0'] },
  DELETION_GRACE: { taken: [...DAYS.taken, '0'], refused: [...DAYS.refused, 'off'] },
};

const isNumber = (name: SettingName): boolean =>
  ['1', '1d', '1m'].some((text) => {
    try {
      return typeof SETTINGS[name].format.parse(text, CORES) === 'number';
    } catch {
      return false;
    }
  });

const TEXTS: Partial<Record<SettingName, Limits>> = {
  PRODUCT_NAME: { taken: ['x'.repeat(60)], refused: ['x'.repeat(61)] },
  INDUSTRIES: {
    taken: ['😀'.repeat(100), Array.from({ length: 100 }, (_, at) => `No. ${at}`).join(', ')],
    refused: ['😀'.repeat(101), Array.from({ length: 101 }, (_, at) => `No. ${at}`).join(', ')],
  },
  SIGNING_SECRETS: { taken: [`${'k'.repeat(64)}:secret`], refused: [`${'k'.repeat(65)}:secret`, 'a:one, a:two'] },
  DATA_KEYS: { taken: [`${'k'.repeat(64)}:secret`], refused: [`${'k'.repeat(65)}:secret`, 'a:one, a:two'] },
  TRUST_PROXY: { taken: ['10.0.0.0/32', '::1/128', '10.0.0.0/8'], refused: ['10.0.0.0/33', '::1/129'] },
};

const refusalOf = (environment: Record<string, string>): string | undefined => {
  try {
    readConfig(environment, CORES);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
};

describe('the limits of settings', () => {
  it('are known for every setting that is a number', () => {
    assert.deepEqual(SETTING_NAMES.filter(isNumber).sort(), Object.keys(LIMITS).sort());
  });

  for (const [name, { taken, refused }] of Object.entries({ ...LIMITS, ...TEXTS })) {
    it(`are exact for ${name}`, () => {
      const { format } = SETTINGS[name as SettingName];
      for (const value of taken) assert.doesNotThrow(() => format.parse(value, CORES), value);
      for (const value of refused) {
        const message = refusalOf({ [name]: value });
        assert.match(message ?? '', new RegExp(`^${name} must [^\\n]*$`), value);
      }
    });
  }

  it('that depend on another setting are exact too', () => {
    const many = (lifetime: string, idle: string) =>
      refusalOf({ SESSIONS: 'many', SESSION_LIFETIME: lifetime, REFRESH_TOKEN_TTL: idle });
    assert.equal(many('7d', '7d'), undefined);
    assert.match(many('604799s', '7d') ?? '', /^SESSION_LIFETIME /);
    assert.equal(refusalOf({ SESSION_LIFETIME: '1d', REFRESH_TOKEN_TTL: '7d' }), undefined, 'only with SESSIONS=many');
  });
});

describe('ports', () => {
  const ports = SETTING_NAMES.filter((name) => /(^|_)PORT$/.test(name));

  it('must differ, each from each, also from the default of another', () => {
    assert.ok(ports.length >= 3);
    const byDefault = String(readConfig({}, CORES).port);
    for (const [at, one] of ports.entries()) {
      for (const other of ports.slice(at + 1)) {
        const message = refusalOf({ [one]: '4000', [other]: '4000' }) ?? '';
        assert.match(message, /^[A-Z_]+ must be another port than [^\n]*$/, `${one} and ${other}`);
        assert.ok(message.includes(one) && message.includes(other), message);
      }
      if (one !== 'PORT') assert.match(refusalOf({ [one]: byDefault }) ?? '', new RegExp(`^${one} `));
    }
    assert.match(refusalOf(Object.fromEntries(ports.map((name) => [name, '4000']))) ?? '', /^[A-Z_]+ must be another/);
    assert.equal(refusalOf(Object.fromEntries(ports.map((name, at) => [name, String(4000 + at)]))), undefined);
  });
});

describe('what production demands of data keys', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    SIGNING_SECRET: 'q7Jm2Wz9XcV4bN8rT5yU1oP6sD3fG0hK',
    FRONTEND_URL: 'https://app.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'accounts@example.com',
  };
  const DATA_KEYS = 'one:Zr8Kd1Qw6Yt3Vb9Nm4Xc7Lp2Hs5Jg0Fa';

  for (const name of ['TOTP', 'PASSKEYS'] as const) {
    it(`holds for ${name} where it is switched on`, () => {
      assert.match(refusalOf({ ...PRODUCTION, [name]: 'on' }) ?? '', new RegExp(`^DATA_KEYS .*${name}=on`));
      assert.equal(refusalOf({ ...PRODUCTION, [name]: 'on', DATA_KEYS }), undefined);
      assert.equal(refusalOf({ ...PRODUCTION, [name]: 'off' }), undefined);
    });
  }
});
