import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { commitOf, startCommand } from '../../bench/program.ts';
import { ratioTable, ratioText } from '../../bench/ratios.ts';
import { quartiles } from '../../bench/statistics.ts';

const rounds = (...pairs: [earlier: number, present: number][]) =>
  pairs.map(([earlier, present]) => ({ earlier, present }));

describe('the bench against an earlier commit', () => {
  it('tells between which the middle half of the rounds lies, whatever their order', () => {
    assert.deepEqual(quartiles([5, 1, 4, 2, 3]), [2, 4]);
    assert.deepEqual(quartiles([1, 2, 3, 4]), [1.75, 3.25]);
    assert.deepEqual(quartiles([7]), [7, 7]);
  });

  it('divides the present by the earlier round by round, so that a slow minute counts for both', () => {
    // By medians it would be 100 / 1000.
    const noisy = rounds([1000, 1100], [100, 100], [2000, 90], [100, 120], [1000, 1050]);
    assert.equal(ratioText(noisy), '1.05 (1.00 to 1.10)');
  });

  it('claims no spread where there was one round', () => {
    assert.equal(ratioText(rounds([150, 165])), '1.10');
  });

  it('shows the medians of both sides beside their ratio', () => {
    const [head, , row] = ratioTable('speed', [
      { what: 'me', unit: '/s', rounds: rounds([100, 200], [110, 220], [120, 240]) },
    ]).split('\n');
    assert.match(String(head), /speed .*earlier .*present .*present \/ earlier/);
    assert.match(String(row), /me +\| +110 \/s +\| +220 \/s +\| +2\.00 \(2\.00 to 2\.00\)/);
  });

  it('refuses what is no commit, with the option that named it', () => {
    assert.throws(() => commitOf('no-such-commit'), /^Error: --against no-such-commit/);
    assert.throws(() => commitOf('--all'), /^Error: --against --all/);
  });

  it('says what is missing where there is no git, or no repository', (t) => {
    const { PATH, GIT_DIR } = process.env;
    t.after(() => {
      process.env.PATH = PATH;
      if (GIT_DIR === undefined) delete process.env.GIT_DIR;
    });
    process.env.GIT_DIR = '/nonexistent';
    const [noRepository, noGit] = [/this is not a git repository/, /git is not installed/];
    const hasGit = spawnSync('git', ['--version']).error === undefined;
    assert.throws(() => commitOf('main'), hasGit ? noRepository : noGit);
    process.env.PATH = '/nonexistent';
    assert.throws(() => commitOf('main'), noGit);
  });

  it('starts each commit as its own npm start does', (t) => {
    const root = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
    t.after(() => rmSync(root, { recursive: true }));
    const commandOf = (start: string) => {
      writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { start } }));
      return startCommand({ root, node: 'node' });
    };
    const script = join(root, 'src/start.js');
    assert.deepEqual(commandOf('node src/start.js'), { script, nodeOptions: [] });
    assert.deepEqual(commandOf('node --a=1 -- src/start.js'), { script, nodeOptions: ['--a=1', '--'] });
  });
});
