import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Lockfile, type Manifest, manifestOf } from '../../scripts/package/manifest.ts';
import { packageTree, ROOT, readJson } from '../../scripts/package/package-tree.ts';
import { contentOf, type FileTree, tar } from '../../scripts/package/tar.ts';
import { writeFolder } from '../../scripts/package/write.ts';

const EXAMPLE = 'examples/test-suite/accounts.test.js';

/** A project with the package below node_modules, where Node strips no types, as npm would install it. */
describe('the npm package', () => {
  const project = mkdtempSync(join(tmpdir(), 'latchkey-package-'));
  const below = (...path: string[]) => join(project, 'node_modules', ...path);

  let tree: FileTree;

  before(async () => {
    tree = await packageTree();
    writeFolder(below('latchkey'), tree);
    const manifest = readJson<Manifest>('package.json');
    const { dependencies } = manifestOf(manifest, readJson<Lockfile>('package-lock.json'));
    for (const name of Object.keys({ ...dependencies, ...manifest.optionalDependencies })) {
      if (!existsSync(join(ROOT, 'node_modules', name))) continue;
      mkdirSync(dirname(below(name)), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), below(name));
    }
    mkdirSync(below('.bin'));
    symlinkSync('../latchkey/bin/latchkey.js', below('.bin/latchkey'));
    copyFileSync(below('latchkey', EXAMPLE), join(project, 'accounts.test.js'));
  });
  after(() => rmSync(project, { recursive: true, force: true }));

  it('serves operations and pages with their scripts, and ends with whoever started it', async () => {
    const program = spawn(process.execPath, [below('.bin/latchkey'), 'test-server'], { cwd: project });
    const errors: Buffer[] = [];
    program.stderr.on('data', (part) => errors.push(part));
    const [line] = (await Promise.race([once(program.stdout, 'data'), once(program, 'exit')])) as [unknown];
    assert.match(String(line), /^\{"url":"http/, Buffer.concat(errors).toString());
    const { url } = JSON.parse(String(line));
    const page = await (await fetch(`${url}/login`)).text();
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? [];
    const { status, headers } = await fetch(url + script);
    assert.equal(`${status} ${headers.get('content-type')}`, '200 text/javascript; charset=utf-8');
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    program.stdin.end();
    assert.deepEqual(await once(program, 'exit'), [0, null]);
    assert.equal(existsSync(join(project, 'data')), false, 'nothing is left on the disk');
  });

  it('has the file or folder that each link of its documents leads to, the examples included', () => {
    const pages = [...tree.keys()].filter((path) => path.endsWith('.md'));
    for (const page of ['README.md', 'ARCHITECTURE.md', 'docs/api-examples.md']) assert.ok(pages.includes(page), page);
    const links = pages.flatMap((page) =>
      [...readFileSync(below('latchkey', page), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#]+)[^)]*\)/g)].map(
        ([, to = '']) => ({ page, to }),
      ),
    );
    assert.ok(links.length > 200, `${links.length} links`);
    const dead = links.filter(({ page, to }) => !existsSync(below('latchkey', posix.dirname(page), to)));
    assert.deepEqual(dead, []);
    for (const path of ['deploy/fail2ban/filter.conf', EXAMPLE]) assert.ok(tree.has(path), path);
  });

  it("runs the test suite of docs/testing.md's team", () => {
    const environment = { ...process.env, NODE_TEST_CONTEXT: undefined, PATH: `${below('.bin')}:${process.env.PATH}` };
    const { status, stdout } = spawnSync(process.execPath, ['--test', 'accounts.test.js'], {
      ...{ cwd: project, env: environment, encoding: 'utf8', timeout: 60_000 },
    });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /pass 2\n/);
  });
});

describe('an archive', () => {
  const hasTar = spawnSync('tar', ['--version']).status === 0;
  it('can be unpacked by tar: long paths, links and modes', { skip: !hasTar }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-tar-'));
    const long = `${'deep/'.repeat(25)}file`;
    const tree = new Map([
      ['bin/run', { content: 'echo grüße', isExecutable: true }],
      [long, { content: 'x'.repeat(1000) }],
      ['link', { linkTo: 'bin/run' }],
    ]);
    const input = Buffer.concat([...tar(tree, 'top')]);
    const { status, stdout } = spawnSync('tar', ['xvf', '-', '-C', folder], { input, encoding: 'utf8' });
    assert.equal(status, 0);
    assert.deepEqual(stdout.trim().split('\n'), ['top/bin/run', `top/${long}`, 'top/link']);
    assert.equal(spawnSync(join(folder, 'top/link'), { shell: true, encoding: 'utf8' }).stdout, 'grüße\n');
    assert.equal(contentOf({ from: join(folder, 'top', long) }).length, 1000);
    rmSync(folder, { recursive: true });
  });
});
