import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SCRIPT_SOURCES } from '../../src/app/script-sources.ts';
import { CLAIM_PATH, CONSOLE_SCREENS } from '../../src/console/console-paths.ts';
import { bundleScripts } from '../../src/pages/bundle-scripts.ts';
import { scriptNames } from '../../src/pages/script-source.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DEVELOPER_INBOX = { SMTP_URL: '', MAIL_FROM: '' };
const PAGES = ['/', '/register', '/login', '/verify', '/forgot-password', '/reset-password', '/invitation', '/account'];
const MORE_PAGES = ['/confirm-email-change', '/stop-email-change', '/revert-email-change', '/dev/inbox', '/docs'];
const SCREENS = [CLAIM_PATH, ...Object.values(CONSOLE_SCREENS).map(({ path }) => path.replace(':id', '1'))];
/** Each costs a browser some milliseconds. */
const MAX_FILES = 4;

const fetched = (address: string) => fetch(address, { headers: { accept: 'text/html' } });
const read = async (address: string) => {
  const answer = await fetched(address);
  assert.equal(answer.status, 200, address);
  return answer.text();
};

/** What a page loads, besides the classic script that goes before its paint. */
const modulesOf = (page: string): string[] =>
  [...page.matchAll(/<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  );
const addressesIn = (script: string, address: string, pattern: RegExp): string[] =>
  [...script.matchAll(pattern)].map(([, imported = '']) => new URL(imported, `http://x${address}`).pathname);
const STATIC = /(?:\bfrom|\bimport)"(\.[^"]+\.js)"/g;
const DYNAMIC = /\bimport\("(\.[^"]+\.js)"\)/g;

async function mapOf(url: string, address: string): Promise<SourceMapPayload> {
  const script = await read(`${url}${address}`);
  const [, map = ''] = /\n\/\/# sourceMappingURL=(\S+)\n$/.exec(script) ?? [];
  return JSON.parse(await read(new URL(map, `${url}${address}`).href));
}

/** The path of a module, below the folder of the project. */
const sourcePath = (address: string, source: string): string => new URL(source, `http://x${address}`).pathname.slice(1);

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-scripts-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Links the modules of every script in the folder, as a browser does before it runs any. The flag of Node is for a
 * process of its own.
 */
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
    if (script.status === 'unlinked')
      await script.link((imported, { identifier }) => load(new URL(imported, 'http://x' + identifier).pathname));
  }
  process.stdout.write(String(known.size));`;

describe('the scripts of the pages', () => {
  it('are a few files for each page, which it names, and in which browsers find all that is imported', async (t) => {
    const { url } = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, OPENID: 'on' });
    const folder = temporaryFolder(t);
    const loaded = new Map<string, string>();
    const load = async (address: string): Promise<void> => {
      if (loaded.has(address)) return;
      const script = await read(`${url}${address}`);
      loaded.set(address, script);
      mkdirSync(join(folder, dirname(address)), { recursive: true });
      writeFileSync(join(folder, address), script);
      for (const imported of [STATIC, DYNAMIC].flatMap((pattern) => addressesIn(script, address, pattern)))
        await load(imported);
    };
    for (const path of [...PAGES, ...MORE_PAGES, ...SCREENS]) {
      const page = await read(`${url}${path}`);
      const modules = modulesOf(page);
      assert.ok(modules.length > 0 && modules.length <= MAX_FILES, `${path}: ${modules} (list them in shared.ts)`);
      const [, early] = /<script src="([^"]+)" async/.exec(page) ?? [];
      for (const address of [...modules, ...(early === undefined ? [] : [early])]) await load(address);
      for (const address of modules)
        for (const needed of addressesIn(loaded.get(address) ?? '', address, STATIC))
          assert.ok(modules.includes(needed), `${path}: ${needed} is not preloaded`);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-warnings', '--experimental-vm-modules', '--input-type=module', '--eval', LINK_ALL],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.equal(stderr, '');
    assert.equal(stdout, String(loaded.size));
  });

  it('are bundled for the first visitors of the pages, the console and the reference at once', async () => {
    const bundles = await Promise.all(SCRIPT_SOURCES.map((source) => bundleScripts([source])));
    const entries = bundles.flatMap((bundle) => [...bundle.entries.keys()]);
    for (const name of SCRIPT_SOURCES.flatMap(scriptNames)) assert.ok(entries.includes(name), name);
  });

  it('have no regular expression with the flag v, which the oldest supported browsers lack', async () => {
    const { files } = await bundleScripts(SCRIPT_SOURCES);
    // esbuild only moves such a flag from the literal to a call, which throws there.
    for (const [path, file] of files) if (path.endsWith('.js')) assert.doesNotMatch(String(file), /,"[a-u]*v"\)/, path);
  });

  it('are loaded when they are needed, as far as most logins need them not', async (t) => {
    const { url } = await startService(t, 'sqlite');
    const page = await read(`${url}/login`);
    const address = modulesOf(page).at(-1) ?? '';
    const later = addressesIn(await read(`${url}${address}`), address, DYNAMIC);
    const names = later.map((one) => one.split('/').at(-1));
    assert.deepEqual(names.sort(), [
      'email-login.js',
      'identity-login.js',
      'link-after-login.js',
      'missing-details.js',
      'passkey-login.js',
      'unverified.js',
    ]);
    for (const one of later) {
      assert.match(await read(`${url}${one}`), /export\{/);
      assert.ok(!page.includes(one));
    }
  });

  it('are kept for ever under the hash of their content; a page of another version gets ours once', async (t) => {
    const { url } = await startService(t, 'sqlite');
    const modules = modulesOf(await read(`${url}/login`));
    const [chunk = '', entry = ''] = [modules[0], modules.at(-1)];
    for (const address of [...modules, `${entry}.map`]) {
      const { headers } = await fetched(`${url}${address}`);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable', address);
      const type = address.endsWith('.map') ? 'application/json' : 'text/javascript; charset=utf-8';
      assert.equal(headers.get('content-type'), type);
    }
    const ofAnother = (address: string) => fetched(`${url}${address.replace(/^\/assets\/\w+/, '/assets/OTHER')}`);
    const instead = await ofAnother(entry);
    assert.equal(instead.headers.get('cache-control'), 'no-store');
    assert.equal(await instead.text(), await read(`${url}${entry}`));
    // What is exported there has other names in every version.
    assert.equal((await ofAnother(chunk)).status, 404);
  });

  it('have each module once in a page, and none that listens for the session where a mailed link leads', async (t) => {
    const { url } = await startService(t, 'sqlite', { OPENID: 'on' });
    const sourcesOf = async (path: string): Promise<string[]> => {
      const addresses = modulesOf(await read(`${url}${path}`));
      const maps = await Promise.all(addresses.map(async (address) => ({ address, ...(await mapOf(url, address)) })));
      return maps.flatMap(({ address, sources }) => sources.map((source) => sourcePath(address, source)));
    };
    for (const path of ['/login', '/account', '/admin/users', '/admin/apps']) {
      const sources = await sourcesOf(path);
      // Files of a library are named in several of its own source maps.
      const own = sources.filter((source) => /^(client\/)?src\//.test(source));
      assert.deepEqual([...new Set(own)], own);
      assert.deepEqual(
        own.filter((source) => /^src\/(operations|core\/operations|administration|features)\//.test(source)),
        [],
        'of the operations, scripts know types only',
      );
      assert.ok(sources.includes('src/pages/browser/session.ts'), path);
      assert.ok(sources.includes('client/src/session.ts'), path);
    }
    for (const path of ['/reset-password', '/invitation', '/confirm-email-change', '/revert-email-change'])
      assert.ok(!(await sourcesOf(path)).includes('src/pages/browser/session.ts'), path);
  });

  it('name the file and the line of a fault in their source maps', async (t) => {
    const { url } = await startService(t, 'sqlite');
    const [address = ''] = modulesOf(await read(`${url}/account`));
    const lines = (await read(`${url}${address}`)).split('\n');
    const text = 'fresh_login_required';
    const line = lines.findIndex((one) => one.includes(text));
    const map = await mapOf(url, address);
    const found = new SourceMap(map).findEntry(line, lines[line]?.indexOf(text) ?? 0);
    assert.ok('originalSource' in found);
    const path = sourcePath(address, found.originalSource);
    assert.equal(path, 'src/pages/browser/recent-login.ts');
    const source = readFileSync(join(ROOT, path), 'utf8');
    assert.match(source.split('\n')[found.originalLine] ?? '', new RegExp(text));
    assert.equal(map.sourcesContent[map.sources.indexOf(found.originalSource)], source);
  });
});

it('a service that cannot make its scripts goes on answering, and is not ready', async (t) => {
  const service = await createServiceProcess(t, { settings: { ESBUILD_BINARY_PATH: '/bin/false' } });
  await service.start();
  await until('it says that it is not ready', async () => (await fetch(`${service.url}/readyz`)).status === 503);
  assert.equal((await fetch(`${service.url}/login`)).status, 500);
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  const reason = /not ready: files of this version are missing or cannot be loaded/;
  await until('the log says why', () => reason.test(service.output()));
});
