import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';

describe('the command line', () => {
  for (const { words } of COMMANDS) {
    const name = words.join(' ');
    it(`${name} --help tells how it is used, wherever the option stands`, () => {
      for (const line of [
        [...words, '--help'],
        ['-h', ...words],
        [...words, 'x', '--help'],
        ['help', ...words],
      ]) {
        const read = readCommandLine(line);
        assert.ok(read.kind === 'help', line.join(' '));
        assert.deepEqual(
          read.about.map((command) => command.words),
          [words],
        );
      }
    });

    it(`${name} refuses an option that it does not have`, () => {
      for (const option of ['--no-such', '--no-such=1', '-x']) {
        assert.throws(() => readCommandLine([...words, option]), {
          name: 'Error',
          message: new RegExp(`^${name}: Unknown option '${option.split('=')[0]}', see latchkey ${name} --help$`),
        });
      }
    });
  }

  it('tells about a group, or about everything', () => {
    const group = readCommandLine(['users', '--help']);
    assert.ok(group.kind === 'help' && group.about.every(({ words }) => words[0] === 'users'));
    const all = readCommandLine(['--help']);
    assert.ok(all.kind === 'help' && all.about === COMMANDS);
  });

  it('writes nothing when it only tells, or refuses', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-help-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true }));
    const help = await runCommand(['backup', '--help'], { DATA_DIR: join(folder, 'data') }, folder);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, /^Usage:\n {2}latchkey backup <file> /);
    const refused = await runCommand(['backup', '--fly'], { DATA_DIR: join(folder, 'data') }, folder);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^latchkey: backup: Unknown option '--fly', see latchkey backup --help\n$/);
    assert.deepEqual(readdirSync(folder), []);
  });
});
