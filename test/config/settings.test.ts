import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { memberOf, SETTING_NAMES, SETTINGS, type SettingName } from '../../src/config/settings.ts';
import { duration } from '../../src/declare/value-formats.ts';

const CORES = 2;
function refusalOf(parse: () => unknown): string {
  try {
    parse();
    return '';
  } catch (error) {
    return String(error);
  }
}

const SECRET = 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA';
const PRODUCTION = {
  NODE_ENV: 'production',
  SIGNING_SECRET: SECRET,
  FRONTEND_URL: 'https://app.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'a@example.com',
};

describe('the table of settings', () => {
  const configured = (name: SettingName, environment = {}) =>
    new Map<string, unknown>(Object.entries(readConfig({ DATA_DIR: '/srv', ...environment }, CORES))).get(
      memberOf(name),
    );

  for (const name of SETTING_NAMES) {
    const [printed = ''] = SETTINGS[name].defaultText.replace('<DATA_DIR>', '/srv').split('; ');
    // What is left undefined, and what depends on the machine, is described in words.
    if (configured(name) === undefined || name === 'HASH_CONCURRENCY') continue;
    it(`${name} is as if ${printed} were written, as the documentation says`, () => {
      if (name === 'DATA_DIR')
        assert.equal(readConfig({ DATA_DIR: printed }, CORES).dataDir, readConfig({}, CORES).dataDir);
      else assert.deepEqual(configured(name, { [name]: printed }), configured(name));
    });
  }

  const DEPENDENT: [name: SettingName, environment: Record<string, string>, value: unknown, inWords: string][] = [
    ['HOST', PRODUCTION, '0.0.0.0', '127.0.0.1; 0.0.0.0 in production'],
    ['LOG_FORMAT', PRODUCTION, 'json', 'text; json in production'],
    ['NOTIFY_PASSWORD_CHANGE', { PROFILE: 'hardened' }, true, 'off; on with PROFILE=hardened'],
    ['OPENID', { MCP_RESOURCES: 'https://mcp.example.com' }, true, 'off'],
    ['KEYS_DIR', { DATA_DIR: '/srv/elsewhere' }, '/srv/elsewhere/keys', '<DATA_DIR>/keys'],
    ['MAIL_FROM', PRODUCTION, 'a@example.com', 'Latchkey <latchkey@localhost>; required in production'],
  ];
  for (const [name, environment, value, inWords] of DEPENDENT) {
    it(`${name} depends on others, and says so`, () => {
      assert.equal(configured(name, environment), value);
      assert.equal(SETTINGS[name].defaultText, inWords);
    });
  }

  it('name in their text each value that can be chosen', () => {
    for (const name of SETTING_NAMES) {
      const { about, format, defaultText } = SETTINGS[name];
      const [, values] = /must be one of (.*), not/.exec(refusalOf(() => format.parse('no such value', CORES))) ?? [];
      // OpenTelemetry documents its own.
      if (values === undefined || values === 'on, off' || name.startsWith('OTEL_')) continue;
      const unnamed = values.split(', ').filter((value) => !about.includes(`\`${value}\``) && value !== defaultText);
      assert.deepEqual(unnamed, [], `${name}: ${about}`);
    }
  });

  it('print a time in the largest unit that leaves no rest', () => {
    const printed = [1500, 90_000, 5_400_000, 7_200_000, 86_400_000].map(duration.print);
    assert.deepEqual(printed, ['1500ms', '90s', '90m', '2h', '1d']);
  });

  it('stand in for each other only where there is such a setting', () => {
    const replacements = SETTING_NAMES.flatMap((name) => SETTINGS[name].unlessGiven);
    assert.deepEqual(replacements, ['SIGNING_SECRETS', 'KEYS_DIR']);
    for (const name of replacements) assert.ok(Object.hasOwn(SETTINGS, name), name);
    const noSecret = { ...PRODUCTION, SIGNING_SECRET: '' };
    assert.ok(readConfig({ ...noSecret, KEYS_DIR: '/srv/keys' }, CORES));
    assert.ok(readConfig({ ...noSecret, SIGNING_SECRETS: `a:${SECRET}` }, CORES));
    assert.throws(() => readConfig({ ...noSecret, SIGNING_SECRETS: 'none' }, CORES), {
      message: /^SIGNING_SECRET is required in production\./,
    });
  });
});
