import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readEnvironment } from '../../src/config/environment.ts';
import { SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('latchkey config', () => {
  it('shows every setting in force, where it came from, and no secret', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'latchkey.env');
    const secrets = {
      SIGNING_SECRET: 'canary-signing-6b1f0a2c4d8e9f70',
      DATA_KEYS: 'one:canary-data-1f0a2c4d8e9f7012',
      SMTP_URL: 'smtp://ada:canary-mail@mail.example.com',
      DATABASE_URL: 'postgres://ada:canary-database@db.example.com/latchkey',
    };
    const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}`);
    writeFileSync(file, ['PORT=4000', 'LOG_LEVEL=warn', ...lines].join('\n'));
    const run = (...args: string[]) => runCommand(['config', ...args, '--env-file', file], { LOG_LEVEL: 'error' });
    const { code, stdout, stderr } = await run('--json');
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([code, found.map(({ name }) => name)], [0, SETTING_NAMES]);
    const sourceOf = (name: string) => found.find((one) => one.name === name)?.source;
    assert.deepEqual(['PORT', 'LOG_LEVEL', 'HOST'].map(sourceOf), ['file', 'environment', 'default']);
    assert.equal(stderr, `${JSON.stringify({ note: `file: ${file}` })}\n`);
    const text = await run();
    for (const shown of [stdout, text.stdout]) assert.doesNotMatch(shown, /canary/);
    assert.match(text.stdout, /^SIGNING_SECRET\t\(hidden\)\tfile$/m);
    assert.equal((await run('port', 'x')).code, 2);
    assert.deepEqual((await run('smtp')).stdout.trim().split('\n').length, 1 + namesWith('SMTP'));
  });
});

const namesWith = (word: string): number => Object.keys(SETTINGS).filter((name) => name.includes(word)).length;

describe('the environment file of the unit', () => {
  it('counts where nothing else says which data is meant', (t) => {
    const folder = temporaryFolder(t);
    const unit = join(folder, 'unit.env');
    const other = join(folder, 'other.env');
    writeFileSync(unit, 'PORT=4000\n');
    writeFileSync(other, 'PORT=5000\n');
    const before = process.cwd();
    cleanUpAfter(t, () => process.chdir(before));
    process.chdir(folder);
    const portOf = (environment: Record<string, string>, envFile?: string) =>
      readEnvironment(environment, envFile, unit).environment.PORT;
    assert.equal(portOf({}), '4000');
    assert.ok(readEnvironment({}, undefined, unit).file.isOfUnit);
    assert.equal(portOf({ DATA_DIR: '/elsewhere' }), undefined);
    assert.equal(portOf({ DATABASE_URL: 'sqlite:x' }), undefined);
    assert.equal(portOf({ DATABASE_URL_FILE: '/run/secrets/database_url' }), undefined);
    assert.equal(portOf({}, other), '5000');
    assert.equal(readEnvironment({}, undefined, join(folder, 'none')).file.path, undefined);
    mkdirSync('data');
    assert.equal(portOf({}), undefined, "a developer's own data");
    writeFileSync('.env', 'PORT=6000\n');
    assert.equal(portOf({}), '6000');
  });
});
