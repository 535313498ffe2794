import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { quickFolder } from '../support/quick-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['bin', 'client', 'docs', 'migrations', 'src', 'test', 'package.json', 'tsconfig.json', 'CHANGELOG.md'];

/** The suite of the interface's operations. */
const DOCUMENT = [
  'account/{register,verify,resend-verification,get-me,update-me}',
  'sessions/{login,logout,refresh}',
  'passwords/{forgot,reset,change}-password',
].map((names) => `operations/${names}.test.ts`);

const FEATURES = globSync('src/features/*/feature.ts', { cwd: ROOT }).map((file) => basename(join(file, '..')));

/** A copy without the folder of a feature, and without its lines in the lists. */
function copyWithout(feature: string): string {
  const copy = mkdtempSync(join(quickFolder(), 'latchkey-without-'));
  after(() => rmSync(copy, { recursive: true }));
  for (const name of COPIED) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  rmSync(join(copy, 'src/features', feature), { recursive: true });
  for (const list of globSync('src/features/*.ts', { cwd: copy })) removeFrom(join(copy, list), feature);
  writeFileSync(join(copy, 'tsconfig.src.json'), '{ "extends": "./tsconfig.json", "include": ["src"] }');
  return copy;
}

function removeFrom(list: string, feature: string): void {
  const source = readFileSync(list, 'utf8');
  const imports = source.matchAll(new RegExp(`^import (?:type )?\\{ (\\w+) \\} from '\\./${feature}/.*\n`, 'gm'));
  let without = source;
  for (const [line, name] of imports)
    without = without.replace(line, '').replaceAll(new RegExp(`\\b${name}\\b,?\\s*`, 'g'), '');
  writeFileSync(list, without);
}

function succeeds(cwd: string, ...args: readonly string[]): void {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 0, `${args.join(' ')}\n${stdout}${stderr}`.slice(-5000));
}

describe('each optional feature', () => {
  for (const feature of FEATURES) {
    it(`can be taken out: ${feature}`, () => {
      const copy = copyWithout(feature);
      succeeds(copy, 'node_modules/typescript/bin/tsc', '--project', 'tsconfig.src.json', '--checkers', '2');
      const tests = globSync(DOCUMENT, { cwd: join(copy, 'test') }).map((file) => join('test', file));
      assert.ok(tests.length > 10);
      succeeds(copy, '--test', '--test-global-setup=test/support/global-setup.ts', ...tests);
    });
  }
});
