import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { usage } from '../../src/cli/usage.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { effectiveSettings } from '../../src/config/effective-settings.ts';
import { memberOf, SECRET_NAMES, SETTING_NAMES, SETTINGS, type SettingName } from '../../src/config/settings.ts';
import { readSmtpUrl } from '../../src/mail/smtp/url.ts';
import { testConfig } from '../../src/test-server/test-server.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';

const CANARY = 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA';

/** A value for each setting that can be given in a file. */
const VALUES: Readonly<Record<string, string>> = {
  DATABASE_URL: `postgres://ada:${CANARY}@db.example.com/latchkey`,
  SIGNING_SECRET: CANARY,
  SIGNING_SECRETS: `one:${CANARY}`,
  DATA_KEYS: `one:${CANARY}\ntwo:${CANARY}x`,
  SMTP_URL: `smtp://ada:${CANARY}@mail.example.com`,
  SMTP_PASSWORD: `${CANARY}/@%? :`,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${CANARY}`,
  IMPORT_PEPPER: CANARY,
  GOOGLE_CLIENT_SECRET: CANARY,
  MICROSOFT_CLIENT_SECRET: CANARY,
  GITHUB_CLIENT_SECRET: CANARY,
  APPLE_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim(),
  OPENID_PROVIDERS: `Corp https://id.example.com latchkey ${CANARY}`,
};
/** What a setting needs beside it. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SMTP_PASSWORD: { SMTP_URL: 'smtp://ada@mail.example.com' },
  GOOGLE_CLIENT_SECRET: { GOOGLE_CLIENT_ID: 'latchkey' },
  MICROSOFT_CLIENT_SECRET: { MICROSOFT_CLIENT_ID: 'latchkey', MICROSOFT_TENANT: 'common' },
  GITHUB_CLIENT_SECRET: { GITHUB_CLIENT_ID: 'latchkey' },
  APPLE_PRIVATE_KEY: { APPLE_CLIENT_ID: 'latchkey', APPLE_TEAM_ID: 'A1B2C3D4E5', APPLE_KEY_ID: 'F6G7H8I9J0' },
};

const memberIn = (environment: Readonly<Record<string, string>>, name: SettingName): unknown =>
  new Map<string, unknown>(Object.entries(readConfig(environment, 2))).get(memberOf(name));

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function fileWith(t: TestContext, content: string | Uint8Array, name = 'secret'): string {
  const file = join(folderFor(t), name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

function thrownBy(environment: Readonly<Record<string, string>>): string {
  try {
    readConfig(environment, 2);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  return '';
}

describe('secrets in files', () => {
  it('are all settings that hold a secret', () => {
    assert.deepEqual([...SECRET_NAMES].sort(), Object.keys(VALUES).sort());
    const isNamedSo = (name: SettingName) =>
      /(SECRETS?|PASSWORD|PEPPER|_KEYS|HEADERS|TOKEN)$|<secret>|:password@/.test(`${SETTINGS[name].example} ${name}`);
    for (const name of SETTING_NAMES.filter(isNamedSo)) assert.ok(SETTINGS[name].format.holdsSecret, name);
  });

  for (const name of SECRET_NAMES) {
    const value = VALUES[name] ?? '';
    const beside = BESIDE[name] ?? {};
    const variable = `${name}_FILE`;

    it(`${variable} and the credential ${name} count as ${name}, without the newline at the end`, (t) => {
      const expected = memberIn({ ...beside, [name]: value }, name);
      for (const ending of ['', '\n', '\r\n']) {
        const file = fileWith(t, `${value}${ending}`, name);
        assert.deepEqual(memberIn({ ...beside, [variable]: file }, name), expected);
        assert.deepEqual(memberIn({ ...beside, [variable]: file, [name]: '' }, name), expected, 'empty is not set');
        assert.deepEqual(memberIn({ ...beside, CREDENTIALS_DIRECTORY: join(file, '..') }, name), expected);
      }
    });

    it(`${name} set twice is refused`, (t) => {
      const [variableSet, credentialSet] = [
        { [variable]: fileWith(t, value) },
        { CREDENTIALS_DIRECTORY: join(fileWith(t, value, name), '..') },
      ];
      assert.equal(
        thrownBy({ ...beside, [name]: value, ...variableSet }),
        `${name} and ${variable} are both set. Remove one of them.`,
      );
      assert.match(
        thrownBy({ ...beside, [name]: value, ...credentialSet }),
        /^\w+ and the credential \w+ are both set/,
      );
      assert.match(thrownBy({ ...beside, ...variableSet, ...credentialSet }), /^\w+_FILE and the credential \w+ are/);
    });

    it(`a ${variable} that cannot be used is named in one line that quotes nothing of it`, (t) => {
      const folder = folderFor(t);
      const link = join(folder, 'link');
      symlinkSync(join(folder, 'nowhere'), link);
      const wrong: [path: string, reason: RegExp][] = [
        [join(folder, 'missing'), /cannot be read: it does not exist\.$/],
        [link, /cannot be read: it does not exist\.$/],
        [folder, /cannot be read: it is a folder\.$/],
        ['/dev/zero', /cannot be read: it is not a regular file\.$/],
        [fileWith(t, ''), /is empty\.$/],
        [fileWith(t, ' \n'), /is empty\.$/],
        [fileWith(t, CANARY.repeat(3000)), /is larger than 64 KiB: no secret is\.$/],
        [fileWith(t, Buffer.from([0xff, 0xfe, 0x41])), /is not text in UTF-8\.$/],
        [fileWith(t, `${CANARY}\0`), /is not text in UTF-8\.$/],
      ];
      for (const [path, reason] of wrong) {
        const line = thrownBy({ ...beside, [variable]: path });
        assert.ok(line.startsWith(`${variable} names ${path}, which `), line);
        assert.match(line, reason);
        assert.doesNotMatch(line, new RegExp(`\n|${CANARY}`));
      }
      for (const other of [CANARY, `${CANARY}"${CANARY}`, `a b\n${CANARY}\nc`, `x://${CANARY}`])
        assert.doesNotMatch(thrownBy({ ...beside, [variable]: fileWith(t, other) }), new RegExp(`\n|${CANARY}`));
    });

    it(`${variable} is in the help, and shown with its source and without its value`, (t) => {
      assert.match(usage({ settings: name }), new RegExp(`^ {6}or in a file: ${variable}=/run/secrets/`, 'm'));
      for (const document of ['docs/configuration.md', '.env.example'])
        assert.match(
          readFileSync(join(import.meta.dirname, '../..', document), 'utf8'),
          new RegExp(`\\b${variable}\\b`),
        );
      const config = readConfig({ ...beside, [variable]: fileWith(t, value) }, 2);
      const shown = effectiveSettings(config, new Set()).find((one) => one.name === name);
      assert.equal(shown?.source, 'secret_file');
      assert.ok(!String(shown?.value).includes(CANARY));
    });

    it(`${variable}: a misspelled name is refused`, () => {
      const misspelled = variable.replace('_FILE', '_FLIE');
      assert.match(
        thrownBy({ [misspelled]: '/x' }),
        new RegExp(`^Unknown setting ${misspelled}\\. Did you mean ${variable}\\?`),
      );
    });
  }

  it('are the only settings in files: another one is refused rather than ignored', (t) => {
    assert.match(
      thrownBy({ FRONTEND_URL_FILE: '/x' }),
      /^Unknown setting FRONTEND_URL_FILE\. Did you mean FRONTEND_URL\?/,
    );
    const credential = (name: string) => ({ CREDENTIALS_DIRECTORY: join(fileWith(t, 'x', name), '..') });
    assert.match(thrownBy(credential('FRONTEND_URL')), /^The credential FRONTEND_URL is not read, only secrets are/);
    assert.match(thrownBy(credential('smtp_password')), /^The credential smtp_password .* rename it to SMTP_PASSWORD/);
    assert.equal(thrownBy(credential('backup-token')), '', 'for other programs of the unit');
    assert.match(
      thrownBy({ CREDENTIALS_DIRECTORY: '/nowhere' }),
      /^CREDENTIALS_DIRECTORY names \/nowhere, which cannot/,
    );
  });

  it('are not read for a test server, which has its own', () => {
    const missing = Object.fromEntries(['SIGNING_SECRET', 'DATABASE_URL'].map((name) => [`${name}_FILE`, '/nowhere']));
    assert.ok(testConfig({ ...missing, CREDENTIALS_DIRECTORY: '/nowhere' }, '0'));
  });

  it('work in commands: config names the source, check the fault and files that others can read', async (t) => {
    const file = fileWith(t, `${CANARY}\n`);
    const environment = { DATA_DIR: folderFor(t), SIGNING_SECRET_FILE: file };
    chmodSync(environment.DATA_DIR, 0o700);
    const { stdout } = await runCommand(['config', 'signing_secret'], environment);
    assert.match(stdout, /^SIGNING_SECRET\t\(hidden\)\tsecret_file$/m);
    chmodSync(file, 0o604);
    const checked = await runCommand(['check'], environment);
    assert.match(checked.stdout, new RegExp(`^warning +files +${file} is open to every user`, 'm'));
    rmSync(file);
    for (const command of ['check', 'doctor']) {
      const refused = await runCommand([command], environment);
      assert.equal(refused.code, 1);
      assert.match(refused.stdout, /^fault +settings +SIGNING_SECRET_FILE names .* it does not exist\.$/m);
    }
  });
});

describe('SMTP_PASSWORD', () => {
  it('is the password of the user in SMTP_URL, as it is', () => {
    for (const pass of ['plain', 'a/b?c#d@e:f%20 g', 'ü"\'\\<>', '%', '100%25']) {
      const { smtpUrl } = readConfig({ SMTP_URL: 'smtp://ada@mail.example.com:25?tls=off', SMTP_PASSWORD: pass }, 2);
      const { auth, host, port, ignoreTLS } = readSmtpUrl(smtpUrl ?? '');
      assert.deepEqual(auth, { user: 'ada', pass });
      assert.deepEqual([host, port, ignoreTLS], ['mail.example.com', 25, true]);
    }
  });

  it('is refused where nobody would get it, and where there are two', () => {
    assert.match(thrownBy({ SMTP_PASSWORD: 'x' }), /^SMTP_PASSWORD needs SMTP_URL beside it\. Example: /);
    assert.match(thrownBy({ SMTP_PASSWORD: 'x', SMTP_URL: 'smtp://h' }), /^SMTP_PASSWORD needs a user in SMTP_URL/);
    const twice = thrownBy({ SMTP_PASSWORD: 'x', SMTP_URL: `smtp://a:${CANARY}@h` });
    assert.match(twice, /^SMTP_PASSWORD is set, and SMTP_URL has a password too: remove one of them\./);
    assert.ok(!twice.includes(CANARY));
  });
});
