import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CLAIM_PATH, CONSOLE_SCREENS } from '../../src/pages/console-paths.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { startService } from '../support/service.ts';

const SRC = resolve(import.meta.dirname, '../../src');
const DEVELOPER_INBOX = { SMTP_URL: '', MAIL_FROM: '' };
const PAGES = ['/', '/register', '/login', '/verify', '/forgot-password', '/reset-password', '/invitation', '/account'];
const MORE_PAGES = ['/confirm-email-change', '/stop-email-change', '/revert-email-change', '/dev/inbox'];
const SCREENS = [CLAIM_PATH, ...Object.values(CONSOLE_SCREENS).map(({ path }) => path.replace(':id', '1'))];

const read = async (address: string) => {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 200, address);
  return answer.text();
};

/** What a page loads, besides the classic script that goes before its paint. */
const modulesOf = (page: string): string[] =>
  [...page.matchAll(/<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  );
const IMPORTED = /(?<= from |\bimport\()'([^']+)'/g;

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-scripts-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Links the modules of every script in the folder, as a browser does before it runs any. The flag of Node is for a process of its own. */
const LINK_ALL = `
  import { globSync, readFileSync } from 'node:fs';
  import { SourceTextModule } from 'node:vm';
  const known = new Map();
  const load = (path) => {
    if (!known.has(path)) known.set(path, new SourceTextModule(readFileSync('.' + path, 'utf8'), { identifier: path }));
    return known.get(path);
  };
  for (const path of globSync('assets/**/*.js')) {
    const script = load('/' + path);
    if (script.status === 'unlinked') await script.link((imported) => load(imported));
  }
  process.stdout.write(String(known.size));`;

describe('the scripts of the pages', () => {
  it('are two files for a page and three for a screen of the console, in which browsers find all that is imported', async (t) => {
    const { url } = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const folder = temporaryFolder(t);
    const loaded = new Map<string, string>();
    const load = async (address: string): Promise<void> => {
      if (loaded.has(address)) return;
      const script = await read(`${url}${address}`);
      loaded.set(address, script);
      mkdirSync(join(folder, dirname(address)), { recursive: true });
      writeFileSync(join(folder, address), script);
      for (const [, imported = ''] of script.matchAll(IMPORTED)) await load(imported);
    };
    for (const path of [...PAGES, ...MORE_PAGES, ...SCREENS]) {
      const page = await read(`${url}${path}`);
      const modules = modulesOf(page);
      const limit = SCREENS.includes(path) ? 3 : 2;
      assert.ok(modules.length > 0 && modules.length <= limit, `${path}: ${modules}`);
      if (!SCREENS.includes(path)) assert.ok(!modules.join().includes('/admin/'), `${path}: ${modules}`);
      const [, early] = /<script src="([^"]+)" async/.exec(page) ?? [];
      for (const address of [...modules, ...(early === undefined ? [] : [early])]) await load(address);
      const entry = loaded.get(modules.at(-1) ?? '') ?? '';
      const needed = [...entry.matchAll(/^import .* from '([^']+)';$/gm)].map(([, address = '']) => address);
      for (const address of needed) assert.ok(modules.includes(address), `${path}: ${address} is not preloaded`);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-warnings', '--experimental-vm-modules', '--input-type=module', '--eval', LINK_ALL],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.equal(stderr, '');
    assert.equal(stdout, String(loaded.size));
  });

  it('are loaded when they are needed, as far as most logins need them not', async (t) => {
    const { url } = await startService(t, 'sqlite');
    const page = await read(`${url}/login`);
    const login = await read(`${url}${modulesOf(page).at(-1)}`);
    const later = [...login.matchAll(/\bimport\('([^']+)'\)/g)].map(([, address = '']) => address);
    const names = later.map((address) => address.split('/').at(-1));
    assert.deepEqual(names.sort(), ['code-step.js', 'passkey-login.js', 'unverified.js']);
    for (const address of later) {
      assert.match(await read(`${url}${address}`), /^export /m);
      assert.ok(!page.includes(address));
    }
  });

  it('have each module once, without its comments, line by line as in the source', async (t) => {
    const { url } = await startService(t, 'sqlite');
    const pages = await Promise.all(['/account', '/admin/users'].map((path) => read(`${url}${path}`)));
    const met = new Set<string>();
    for (const address of new Set(pages.flatMap(modulesOf))) {
      const script = await read(`${url}${address}`);
      const parts = script.split(/^\/\/ (.+\.ts)$/m);
      for (let at = 1; at < parts.length; at += 2) check(parts[at] ?? '', parts[at + 1] ?? '');
    }
    assert.ok(met.size > 60, `${met.size} modules`);

    function check(path: string, code: string): void {
      assert.ok(!met.has(path), `${path} is there twice`);
      met.add(path);
      const source = readFileSync(join(SRC, path), 'utf8').split('\n');
      const lines = code.split('\n').slice(1);
      if (/^const \S+ = \$once/.test(lines[0] ?? '')) lines.shift();
      assert.deepEqual(
        lines.filter((line) => /^\s*(\/[/*]|\*)|\s$/.test(line)),
        [],
        path,
      );
      for (const [index, line] of source.entries()) {
        if (/^(await )?\w+\(/.test(line)) assert.equal(lines[index], line, `${path}:${index + 1}`);
      }
    }
  });
});

/** The scripts as one process after the other serves them, which keep what they have made in the same folder. */
function serveIn(cache: string): string {
  const program = `
    const { createScripts } = await import(${JSON.stringify(join(SRC, 'pages/scripts.ts'))});
    const { endpoint, scriptOf } = createScripts();
    await scriptOf('login');
    const { body } = await endpoint.answer({ params: { version: 'x', '*': 'pages/browser/shared.js' } });
    process.stdout.write(body);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: cache },
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

describe('what was made of the scripts', () => {
  it('is kept for the next process, and made anew if it is of other sources, damaged or cannot be kept', (t) => {
    const folder = temporaryFolder(t);
    const first = serveIn(folder);
    const [file = '', ...others] = globSync('*/page-scripts.json*', { cwd: folder }).map((name) => join(folder, name));
    assert.deepEqual([existsSync(file), others], [true, []]);
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, kept.replaceAll('sessionStorage', 'keptStorage'));
    assert.equal(serveIn(folder), first.replaceAll('sessionStorage', 'keptStorage'));
    writeFileSync(file, kept.replaceAll('sessionStorage', 'keptStorage').replace(/"version":"[^"]+"/, '"version":"x"'));
    assert.equal(serveIn(folder), first);
    assert.equal(readFileSync(file, 'utf8'), kept);
    writeFileSync(file, kept.slice(0, -10));
    assert.equal(serveIn(folder), first);
    rmSync(file);
    mkdirSync(file);
    assert.equal(serveIn(folder), first);
    assert.deepEqual(globSync('*/page-scripts.json*', { cwd: folder }).length, 1);
  });
});
