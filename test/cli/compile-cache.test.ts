import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOMEBODY = 12_345;
const isRoot = process.getuid?.() === 0;

/** An installation whose folder of packages can be given to another user. */
function createInstallation(t: TestContext): { start: string; packages: string } {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-installation-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  }
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  return { start: join(folder, 'src/start.js'), packages };
}

function runIn({ start, packages }: ReturnType<typeof createInstallation>): boolean {
  const { status, stderr } = spawnSync(process.execPath, [start, '--version'], {
    env: { PATH: process.env.PATH ?? '' },
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  return existsSync(join(packages, '.cache'));
}

describe('what Node compiled', () => {
  it('is kept beside packages of one’s own, and not left by root where others could not remove it', (t) => {
    const installation = createInstallation(t);
    assert.equal(runIn(installation), true);
    if (!isRoot) return;
    rmSync(join(installation.packages, '.cache'), { recursive: true });
    chownSync(installation.packages, SOMEBODY, SOMEBODY);
    assert.equal(runIn(installation), false);
  });
});
