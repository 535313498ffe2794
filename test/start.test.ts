import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { cleanUpAfter } from './support/clean-up.ts';
import { freePort } from './support/free-port.ts';
import { isReady } from './support/service-process.ts';
import { until } from './support/until.ts';

const ROOT = resolve(import.meta.dirname, '..');

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-start-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Machine {
  readonly version: string;
  readonly platform?: string;
  readonly arch?: string;
  readonly glibc?: string;
}

/** Runs the file with a Node that claims to be another one. */
function runOn(machine: Machine, file: string, ...args: string[]) {
  const { version, platform = 'linux', arch = 'x64', glibc } = machine;
  const claims = `
    Object.defineProperty(process.versions, 'node', { value: '${version}' });
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'arch', { value: '${arch}' });
    process.report.getReport = () => ({ header: { glibcVersionRuntime: ${glibc && JSON.stringify(glibc)} } });`;
  const preload = `data:text/javascript,${encodeURIComponent(claims)}`;
  return spawnSync(process.execPath, ['--import', preload, resolve(ROOT, file), ...args], { encoding: 'utf8' });
}

const GLIBC = { glibc: '2.41' };

describe('a Node that is too old', () => {
  const cases: [name: string, machine: Machine, remedy: RegExp][] = [
    [
      'where the lockfile has the right one',
      { version: '20.20.2', ...GLIBC },
      /this is Node 20\.20\.2\. .*\bthe right one\b.*, or install Node 24 or newer\.$/i,
    ],
    ['with musl', { version: '23.11.1' }, /The lockfile has none for linux-x64 with musl: install Node 24 or newer\.$/],
    [
      'on Windows on ARM',
      { version: '22.0.0', platform: 'win32', arch: 'arm64' },
      /The lockfile has none for win32-arm64: install Node 24 or newer\.$/,
    ],
  ];
  for (const [name, machine, remedy] of cases) {
    for (const file of ['src/start.js', 'src/require-node.js']) {
      it(`${name} is refused in one line (${file})`, () => {
        const { status, stdout, stderr } = runOn(machine, file, '--version');
        assert.equal(stdout, '');
        const [line = '', ...rest] = stderr.split('\n');
        assert.deepEqual(rest, ['']);
        assert.match(line, /^latchkey: Node 24 or newer is needed, /);
        assert.match(line, remedy);
        assert.equal(status, 1);
      });
    }
  }

  const INSTALLED: [below: string, hasNode: boolean, machine: Omit<Machine, 'version'>, remedy: RegExp][] = [
    [
      '',
      false,
      GLIBC,
      / Run npm ci without --omit=optional, which installs the right one, or install Node 24 or newer\.$/,
    ],
    [
      '',
      true,
      GLIBC,
      / The right one is installed: start with npm start or bin\/latchkey, or install Node 24 or newer\.$/,
    ],
    ['node_modules/latchkey', false, GLIBC, / Install it again as before, with --include=optional .*, which installs/],
    ['node_modules/latchkey', true, GLIBC, / The right one is installed: start with npx latchkey, or install Node 24/],
    [
      '_npx/1f/node_modules/latchkey',
      false,
      GLIBC,
      / Run npx --include=optional latchkey, which installs the right one/,
    ],
    [
      'node_modules/latchkey',
      false,
      {},
      / The package brings none for linux-x64 with musl: install Node 24 or newer\.$/,
    ],
  ];
  for (const [below, hasNode, machine, remedy] of INSTALLED) {
    it(`tells what to do in ${below || 'a clone'} ${hasNode ? 'with' : 'without'} its own, ${JSON.stringify(machine)}`, (t) => {
      const folder = join(temporaryFolder(t), below);
      cpSync(join(ROOT, 'src/require-node.js'), join(folder, 'src/require-node.js'));
      const bin = join(folder, below === '' ? 'node_modules/.bin' : '../.bin');
      if (hasNode) mkdirSync(bin, { recursive: true });
      if (hasNode) writeFileSync(join(bin, 'node'), '');
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      const { status, stderr } = runOn({ version: '20.20.2', ...machine }, join(folder, 'src/require-node.js'));
      assert.match(stderr, /^latchkey: Node 24 or newer is needed, and this is Node 20\.20\.2\. [^\n]+\n$/);
      assert.match(stderr.trimEnd(), remedy);
      assert.equal(status, 1);
    });
  }

  it('and the oldest that will do is not', () => {
    const { status, stdout, stderr } = runOn({ version: '24.0.0' }, 'src/require-node.js');
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
  });

  it('meets the check before anything that it does not understand, in npm start and npm test', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.match(scripts.test, /^node src\/require-node\.js && /);
    assert.match(scripts.start, / src\/start\.js$/);
    const start = readFileSync(join(ROOT, 'src/start.js'), 'utf8');
    assert.match(start, /^(\/\/.*\n)*import '\.\/require-node\.js';\n/);
    // A name that Node 20 lacks would be a SyntaxError before the check is run; of these modules it has all that is
    // named.
    assert.deepEqual(
      [...start.matchAll(/^import \{(.*)\} from '(.*)'/gm)].map(([, names, module]) => [names?.trim(), module]),
      [
        ['fileURLToPath', 'node:url'],
        ['REINSTALL', './require-node.js'],
      ],
    );
  });
});

/**
 * npm, the service and its workers need three seconds of processor time to start, which may be long in coming on a busy
 * machine.
 */
const READY_DEADLINE_MS = 90_000;

describe('a machine without the packages', () => {
  it('is told in one line how to get them', (t) => {
    const folder = temporaryFolder(t);
    // What it runs before it looks for them.
    for (const file of ['package.json', 'src/start.js', 'src/require-node.js'])
      cpSync(join(ROOT, file), join(folder, file));
    // Here without its code, so that no folder further up is asked for it.
    const argon2 = join(folder, 'node_modules/@node-rs/argon2');
    mkdirSync(argon2, { recursive: true });
    writeFileSync(join(argon2, 'package.json'), '{"main": "missing.js"}');
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'src/start.js')], {
      encoding: 'utf8',
    });
    assert.equal(stdout, '');
    assert.match(stderr, /^latchkey: the packages for \S+ are not installed\. Run npm ci without --omit=optional\.\n$/);
    assert.equal(status, 1);
  });
});

describe('an installation that lacks a file', () => {
  /**
   * A file that nothing needs before the service answers, and that Node finds neither in the service nor in its
   * workers.
   */
  const LACKING = `data:text/javascript,${encodeURIComponent(`
    import { existsSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const { LACKING_UNTIL: until } = process.env;
    registerHooks({
      resolve(name, context, next) {
        if (name.endsWith('/administration/notes.ts') && !(until && existsSync(until)))
          throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
        return next(name, context);
      },
    });`)}`;
  const startLacking = async (t: TestContext, workers: string, until = '') => {
    const port = await freePort();
    const env = {
      LACKING_UNTIL: until,
      PATH: process.env.PATH,
      DATA_DIR: temporaryFolder(t),
      PORT: String(port),
      WORKERS: workers,
    };
    const service = spawn(process.execPath, ['--import', LACKING, join(ROOT, 'src/start.js')], {
      env,
      stdio: 'ignore',
    });
    cleanUpAfter(t, () => service.kill('SIGKILL'));
    return { service, url: `http://127.0.0.1:${port}` };
  };

  it('is not ready, and is once it can be read, as when there were too many open files for a moment', async (t) => {
    const found = join(temporaryFolder(t), 'found');
    const { url } = await startLacking(t, '1', found);
    const readiness = async () => {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      return answer && `${answer.status} ${((await answer.json()) as { message: string | null }).message}`;
    };
    await until(
      'it says so',
      async () => (await readiness()) === '503 Files of this version cannot be loaded',
      READY_DEADLINE_MS,
    );
    writeFileSync(found, '');
    await until('it is ready', async () => (await readiness())?.startsWith('200 '), READY_DEADLINE_MS);
  });

  it('starts no workers, so that it cannot replace some that work', async (t) => {
    const { service } = await startLacking(t, '2');
    const [code] = await once(service, 'exit');
    assert.equal(code, 1);
  });
});

describe('bin/latchkey', { skip: process.platform === 'win32' && 'a shell script' }, () => {
  it('says what to do where there is no Node at all', (t) => {
    const folder = temporaryFolder(t);
    for (const name of ['bin', 'path']) mkdirSync(join(folder, name));
    copyFileSync(join(ROOT, 'bin/latchkey'), join(folder, 'bin/latchkey'));
    for (const tool of ['dirname', 'readlink']) {
      const [path = ''] = spawnSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.split('\n');
      symlinkSync(path, join(folder, 'path', tool));
    }
    const { status, stderr } = spawnSync('/bin/sh', [join(folder, 'bin/latchkey')], {
      env: { PATH: join(folder, 'path') },
      encoding: 'utf8',
    });
    assert.match(stderr, /^latchkey: there is no Node here\. Run npm ci in .*, or install Node 24 or newer\.\n$/);
    assert.equal(status, 1);
  });
});

describe('npm start', { skip: process.platform === 'win32' && 'Windows has no signals' }, () => {
  for (const workers of ['1', '2']) {
    it(`is stopped by a kill of npm, in good order (WORKERS=${workers})`, async (t) => {
      const port = await freePort();
      const npm = spawn('npm', ['start'], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          DATA_DIR: temporaryFolder(t),
          PORT: String(port),
          WORKERS: workers,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
        // A group of its own, so that nothing of it is left if this test fails.
        detached: true,
      });
      cleanUpAfter(t, () => {
        try {
          process.kill(-(npm.pid ?? 0), 'SIGKILL');
        } catch {
          // All of it has ended, as it should.
        }
      });
      let output = '';
      npm.stdout.on('data', (text) => {
        output += text;
      });
      // The pipe is closed when the last process that could write into it has ended.
      const allEnded = once(npm.stdout, 'close');
      // By both names. On a busy machine a worker may find itself not ready for a moment, while another one that starts
      // keeps the database locked.
      for (const host of ['127.0.0.1', 'localhost'])
        await until(`the service is ready at ${host}`, () => isReady(`http://${host}:${port}`), READY_DEADLINE_MS);
      // With two workers it says so when the second one serves too.
      await until('it says where it listens', () => output.includes('  pages '), READY_DEADLINE_MS);
      npm.kill('SIGTERM');
      await until('every process has ended', () => Promise.race([allEnded, Promise.resolve(false)]), READY_DEADLINE_MS);
      assert.equal(await isReady(`http://127.0.0.1:${port}`), false);
      // Under the name that browsers have passkeys for.
      assert.match(output, new RegExp(`listens on http://localhost:${port}\n`));
      assert.match(output, new RegExp(`links +point to http://localhost:${port}\n`));
    });
  }
});
