import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cleanUpAfter } from './clean-up.ts';
import { canStart, findBrowser } from './find-browser.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-browser-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(path: string, content: Buffer | string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o755 });
  return path;
}

/** A header, and then what a shell would run as commands. */
function elf(machine: number, ident = '\x7fELF\x02\x01\x01'): Buffer {
  const header = Buffer.alloc(64);
  header.write(ident, 'latin1');
  header.writeUInt16LE(machine, 18);
  return Buffer.concat([header, Buffer.from('\ntouch shell-was-here\n')]);
}
const X64 = elf(62);
const ARM64 = elf(183);

describe('whether a file may be started on this machine', () => {
  const rows: [name: string, content: Buffer | string, platform: string, arch: string, is: boolean][] = [
    ['ELF for x64 on x64', X64, 'linux', 'x64', true],
    ['ELF for arm64 on x64', ARM64, 'linux', 'x64', false],
    ['ELF for x64 on arm64', X64, 'linux', 'arm64', false],
    ['ELF of 32 bits', elf(62, '\x7fELF\x01\x01\x01'), 'linux', 'x64', false],
    ['ELF with the other order of bytes', elf(62, '\x7fELF\x02\x02\x01'), 'linux', 'x64', false],
    ['ELF on a processor that is not known', X64, 'linux', 'riscv64', false],
    ['ELF on macOS', ARM64, 'darwin', 'arm64', false],
    ['a program of macOS on macOS', Buffer.from('cffaedfe0c000001', 'hex'), 'darwin', 'arm64', true],
    ['a program of macOS on Linux', Buffer.from('cffaedfe0c000001', 'hex'), 'linux', 'arm64', false],
    ['a script with its interpreter', '#!/bin/sh\n', 'linux', 'arm64', true],
    ['a text without one', 'echo\n', 'linux', 'x64', false],
    ['an empty file', '', 'linux', 'x64', false],
  ];
  for (const [name, content, platform, arch, is] of rows) {
    it(`${name}: ${is ? 'yes' : 'no'}`, (t) => {
      assert.equal(canStart(write(join(temporaryFolder(t), 'program'), content), { platform, arch }), is);
    });
  }

  it('is no for what is not there, or is a folder', (t) => {
    const folder = temporaryFolder(t);
    assert.equal(canStart(folder, process), false);
    assert.equal(canStart(join(folder, 'nothing'), process), false);
  });

  it('is yes for the Node that runs this', () => {
    assert.equal(canStart(process.execPath, process), true);
  });
});

describe('the browser of the tests', () => {
  const arm = { platform: 'linux', arch: 'arm64' };

  it('is that of CHROME_PATH before all others', (t) => {
    const folder = temporaryFolder(t);
    const path = write(join(folder, 'mine'), ARM64);
    write(join(folder, 'chromium'), ARM64);
    assert.deepEqual(findBrowser({ ...arm, env: { CHROME_PATH: path, PATH: folder } }), { kind: 'installed', path });
  });

  it('is never one of CHROME_PATH that is for another machine: that is said, and nothing else is taken', (t) => {
    const folder = temporaryFolder(t);
    const env = { CHROME_PATH: write(join(folder, 'foreign'), X64), PATH: folder };
    write(join(folder, 'chromium'), ARM64);
    assert.throws(() => findBrowser({ ...arm, env }), /CHROME_PATH=\S+foreign is no program for linux on arm64/);
  });

  it('is an installed one where the packed one is not for this machine, and the first that is', (t) => {
    const folder = temporaryFolder(t);
    write(join(folder, 'bin/google-chrome'), X64);
    const path = write(join(folder, 'local/chromium'), ARM64);
    const env = { PATH: `${join(folder, 'bin')}:${dirname(path)}` };
    assert.deepEqual(findBrowser({ ...arm, env }), { kind: 'installed', path });
    const windowless = write(join(folder, 'local/chromium-headless-shell'), ARM64);
    assert.deepEqual(findBrowser({ ...arm, env }), { kind: 'installed', path: windowless });
  });

  it('is a program of Windows', (t) => {
    const ProgramFiles = temporaryFolder(t);
    const path = write(`${ProgramFiles}/Microsoft/Edge/Application/msedge.exe`, 'MZ');
    const found = findBrowser({ platform: 'win32', arch: 'x64', env: { ProgramFiles } });
    assert.deepEqual(found, { kind: 'installed', path });
  });

  it('is none where there is none', (t) => {
    const PATH = dirname(write(join(temporaryFolder(t), 'chromium'), X64));
    for (const platform of ['linux', 'win32', 'freebsd'])
      assert.equal(findBrowser({ platform, arch: 'arm64', env: { PATH } }), undefined);
  });
});

describe('a machine without a browser', () => {
  it('skips each test that needs one, says how many in the last line, and ends well', (t) => {
    const folder = temporaryFolder(t);
    const support = (file: string) => pathToFileURL(resolve(import.meta.dirname, file)).href;
    write(
      join(folder, 'page.test.js'),
      `import { describeInBrowser, it } from '${support('browser.ts')}';
       describeInBrowser('a page', () => {
         for (const name of ['one', 'another']) it(name, () => { throw new Error('not skipped'); });
       });`,
    );
    write(join(folder, 'bin/chromium'), X64);
    const arm = "data:text/javascript,Object.defineProperty(process,'arch',{value:'arm64'})";
    const reporter = resolve(import.meta.dirname, 'reporter.ts');
    const { status, stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, 'page.test.js'], {
      cwd: folder,
      env: { PATH: join(folder, 'bin'), NODE_OPTIONS: `--import "${arm}"` },
      encoding: 'utf8',
    });
    assert.equal(stdout.match(/# no browser was found: install Chrome, Chromium or Edge/g)?.length, 2, stdout);
    assert.match(
      stdout,
      /\n2 browser tests were skipped, because no browser was found: install .*CHROME_PATH to one\.\n$/,
    );
    assert.equal(status, 0);
    assert.deepEqual(readdirSync(folder).sort(), ['bin', 'page.test.js']);
  });
});
