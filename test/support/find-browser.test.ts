import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cleanUpAfter } from './clean-up.ts';
import { isForMachine } from './executable.ts';
import { findBrowser } from './find-browser.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-browser-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(path: string, content: Buffer | string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
}

/** A header, and then what a shell would run as commands. */
function program(fields: (header: Buffer) => void): Buffer {
  const header = Buffer.alloc(256);
  fields(header);
  return Buffer.concat([header, Buffer.from('\ntouch shell-was-here\n')]);
}
const elf = (machine: number) =>
  program((header) => {
    header.write('\x7fELF\x02\x01\x01', 'latin1');
    header.writeUInt16LE(machine, 18);
  });
const machO = (cpu: number) =>
  program((header) => {
    header.writeUInt32LE(0xfeed_facf, 0);
    header.writeUInt32LE(cpu, 4);
  });
const universal = (...cpus: number[]) =>
  program((header) => {
    header.writeUInt32BE(0xcafe_babe, 0);
    header.writeUInt32BE(cpus.length, 4);
    for (const [at, cpu] of cpus.entries()) header.writeUInt32BE(cpu, 8 + at * 20);
  });
const pe = (machine: number) =>
  program((header) => {
    header.write('MZ', 'latin1');
    header.writeUInt32LE(0x80, 0x3c);
    header.write('PE\0\0', 0x80, 'latin1');
    header.writeUInt16LE(machine, 0x84);
  });

const ELF = { x64: elf(62), arm64: elf(183) };
const LINUX_ARM = { platform: 'linux', arch: 'arm64' };
const LINUX_X64 = { platform: 'linux', arch: 'x64' };
const MAC_ARM = { platform: 'darwin', arch: 'arm64' };
const MAC_X64 = { platform: 'darwin', arch: 'x64' };
const WINDOWS = { platform: 'win32', arch: 'x64' };

describe('whether a file may be started on this machine', () => {
  const rows: [name: string, content: Buffer | string, machine: { platform: string; arch: string }, is: boolean][] = [
    ['ELF for x64 on x64', ELF.x64, LINUX_X64, true],
    ['ELF for arm64 on x64', ELF.arm64, LINUX_X64, false],
    ['ELF for x64 on arm64', ELF.x64, LINUX_ARM, false],
    ['ELF on a processor that is not known', ELF.x64, { platform: 'linux', arch: 'riscv64' }, false],
    ['ELF on macOS', ELF.arm64, MAC_ARM, false],
    ['a script with its interpreter on Linux', '#!/bin/sh\n', LINUX_ARM, true],
    ['a text without one', 'echo\n', LINUX_X64, false],
    ['an empty file', '', LINUX_X64, false],
    ['Mach-O for arm64 on arm64', machO(0x0100_000c), MAC_ARM, true],
    ['Mach-O for x64 on arm64', machO(0x0100_0007), MAC_ARM, false],
    ['a universal binary on arm64', universal(0x0100_0007, 0x0100_000c), MAC_ARM, true],
    ['a universal binary that lacks x64', universal(0x0100_000c), MAC_X64, false],
    ['PE for x64 on Windows', pe(0x8664), WINDOWS, true],
    ['PE for arm64 on Windows on x64', pe(0xaa64), WINDOWS, false],
    ['a script on Windows', '#!/bin/sh\n', WINDOWS, false],
    ['a shortened PE', Buffer.from('MZ'), WINDOWS, false],
  ];
  for (const [name, content, machine, is] of rows) {
    it(`${name}: ${is ? 'yes' : 'no'}`, (t) => {
      assert.equal(isForMachine(write(join(temporaryFolder(t), 'program'), content), machine), is);
    });
  }

  it('is no for what is not there, or is a folder', (t) => {
    const folder = temporaryFolder(t);
    assert.equal(isForMachine(folder, LINUX_X64), false);
    assert.equal(isForMachine(join(folder, 'nothing'), LINUX_X64), false);
  });

  it('is yes for the Node that runs this', () => {
    assert.equal(isForMachine(process.execPath, process), true);
  });
});

describe('the browser of the tests', () => {
  const packed = (t: TestContext) => {
    const root = temporaryFolder(t);
    write(join(root, 'lib64/ld-linux-x86-64.so.2'), '');
    return root;
  };

  it('is that of CHROME_PATH before all others', (t) => {
    const root = packed(t);
    const path = write(join(root, 'mine'), ELF.x64);
    const env = { CHROME_PATH: path, PATH: dirname(write(join(root, 'bin/chromium'), ELF.x64)) };
    assert.deepEqual(findBrowser({ ...LINUX_X64, env, root }), { kind: 'installed', path });
  });

  it('is never one of CHROME_PATH that is for another machine: that is said, and nothing else is taken', (t) => {
    const root = packed(t);
    const env = { CHROME_PATH: write(join(root, 'foreign'), ELF.arm64) };
    assert.throws(
      () => findBrowser({ ...LINUX_X64, env, root }),
      /CHROME_PATH=\S+foreign is no program for linux on x64/,
    );
  });

  it('is the packed one on Linux on x64 with glibc', (t) => {
    const root = packed(t);
    const env = { PATH: dirname(write(join(root, 'bin/chromium'), ELF.x64)) };
    assert.deepEqual(findBrowser({ ...LINUX_X64, env, root }), { kind: 'packed' });
    const path = join(root, 'bin/chromium');
    assert.deepEqual(findBrowser({ ...LINUX_X64, env, root: temporaryFolder(t) }), { kind: 'installed', path });
  });

  it('is an installed one elsewhere on Linux, and the first that is for this machine', (t) => {
    const root = packed(t);
    write(join(root, 'bin/google-chrome'), ELF.x64);
    const path = write(join(root, 'local/chromium'), ELF.arm64);
    const env = { PATH: `${join(root, 'bin')}:${dirname(path)}` };
    assert.deepEqual(findBrowser({ ...LINUX_ARM, env, root }), { kind: 'installed', path });
  });

  it('is the one without a window where Debian has both', (t) => {
    const root = temporaryFolder(t);
    write(join(root, 'bin/chromium'), ELF.arm64);
    const path = write(join(root, 'bin/chromium-headless-shell'), ELF.arm64);
    const env = { PATH: dirname(path) };
    assert.deepEqual(findBrowser({ ...LINUX_ARM, env, root }), { kind: 'installed', path });
  });

  it('is an application of macOS, of all users or of this one', (t) => {
    const root = temporaryFolder(t);
    const HOME = join(root, 'Users/ada');
    const own = write(join(HOME, 'Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'), machO(0x0100_000c));
    assert.deepEqual(findBrowser({ ...MAC_ARM, env: { HOME }, root }), { kind: 'installed', path: own });
    const shared = join(root, 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    write(shared, universal(0x0100_0007, 0x0100_000c));
    assert.deepEqual(findBrowser({ ...MAC_ARM, env: { HOME }, root }), { kind: 'installed', path: shared });
  });

  it('is a program of Windows', (t) => {
    const ProgramFiles = join(temporaryFolder(t), 'Program Files');
    const path = write(`${ProgramFiles}\\Microsoft\\Edge\\Application\\msedge.exe`, pe(0x8664));
    assert.deepEqual(findBrowser({ ...WINDOWS, env: { ProgramFiles } }), { kind: 'installed', path });
  });

  it('is none where there is none', (t) => {
    const root = temporaryFolder(t);
    write(join(root, 'bin/chromium'), ELF.x64);
    const machines = [LINUX_ARM, MAC_X64, WINDOWS, { platform: 'freebsd', arch: 'x64' }];
    for (const machine of machines) {
      assert.equal(findBrowser({ ...machine, env: { PATH: join(root, 'bin') }, root }), undefined);
    }
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
    write(join(folder, 'bin/chromium'), ELF.x64);
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
