import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { auditCommand } from '../../src/cli/audit.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { OPTIONS, optionsOf } from '../../src/cli/framework/command-options.ts';
import { createTable } from '../../src/cli/framework/table.ts';
import { readCommandLine } from '../../src/cli/read-command-line.ts';
import { usage } from '../../src/cli/usage.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { startService } from '../support/service.ts';

describe('the command line', () => {
  for (const command of COMMANDS) {
    const { words } = command;
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
        assert.deepEqual(read.topic, { commands: [command] });
      }
    });

    it(`${name} refuses an option that it does not have`, () => {
      const taken: readonly string[] = optionsOf(command);
      const ofOthers = Object.keys(OPTIONS).filter((option) => !taken.includes(option));
      for (const option of ['--no-such', '--no-such=1', '-x', ...ofOthers.map((option) => `--${option}`)]) {
        assert.throws(() => readCommandLine([...words, option]), {
          name: 'Error',
          message: new RegExp(`^${name}: Unknown option '${option.split('=')[0]}', see latchkey ${name} --help$`),
        });
      }
    });
  }

  it('tells about a group, all commands, or the settings', () => {
    const topicOf = (...line: string[]) => {
      const read = readCommandLine(line);
      return read.kind === 'help' ? read.topic : assert.fail(line.join(' '));
    };
    assert.deepEqual(topicOf('users', '--help'), { commands: COMMANDS.filter(({ words }) => words[0] === 'users') });
    for (const line of [['--help'], ['help'], ['-h']]) assert.equal(topicOf(...line), 'overview');
    const commands = usage(topicOf('help', 'commands'));
    for (const { words } of COMMANDS) assert.match(commands, new RegExp(`^  latchkey ${words.join(' ')}( |$)`, 'm'));
    const settings = usage(topicOf('help', 'settings'));
    for (const name of Object.keys(SETTINGS)) assert.match(settings, new RegExp(`^  ${name}$`, 'm'));
    const few = usage(topicOf('help', 'settings', 'Refresh_Token'));
    assert.match(few, /^ {2}REFRESH_TOKEN_TTL$/m);
    assert.doesNotMatch(few, /^ {2}PORT$/m);
    assert.match(usage(topicOf('help', 'audit')), /--event .*login_failed/);
  });

  it('tells the essentials on one screen', () => {
    const lines = usage('overview').split('\n');
    assert.ok(lines.length < 27, `${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
    for (const { words } of COMMANDS)
      assert.ok(
        lines.some((line) => line.includes(words.at(-1) ?? '')),
        words.join(' '),
      );
    assert.match(lines.join('\n'), /latchkey help settings/);
  });

  it('has words for everything that its pages of help name', () => {
    const groups = [...new Set(COMMANDS.filter(({ words }) => words.length > 1).map(({ words }) => words[0] ?? ''))];
    const lines = [['help'], ['help', 'commands'], ['help', 'settings'], ...groups.map((group) => ['help', group])];
    for (const line of [...lines, ...COMMANDS.map(({ words }) => ['help', ...words])]) {
      const read = readCommandLine(line);
      assert.ok(read.kind === 'help');
      assert.doesNotMatch(usage(read.topic), /undefined|null|NaN|\[object/, line.join(' '));
    }
  });

  for (const [typed, answer] of [
    ['usres list', /^usres list: no such command\. Did you mean latchkey users list\?$/],
    ['users supend ada@example.com', /Did you mean latchkey users suspend\?$/],
    ['suspend ada@example.com', /Did you mean latchkey users suspend\?$/],
    ['list', /Did you mean latchkey users list, or latchkey keys list, or latchkey data-keys list\?$/],
    ['help uers', /^uers: no such command\. Did you mean latchkey users\?$/],
    ['users', /^users: which of list, show, .*\? See latchkey users --help$/],
    ['users fly', /^users fly: no such command, see latchkey users --help$/],
    ['fly --help', /^fly: no such command, see latchkey --help$/],
    ['audit x', /^audit x: audit takes no parameter but options, see latchkey audit --help$/],
    ['keys rotate x --now', /^keys rotate x: keys rotate takes no parameter but options, see latchkey keys rotate --h/],
    ['audit --limit -1', /^audit: --limit needs a value; one that begins with - is written --limit=-1, see latchkey a/],
    ['audit --limit', /^audit: --limit needs a value, see latchkey audit --help$/],
    ['keys list x', /^keys list x: keys list takes no parameter but options, see latchkey keys list --help$/],
  ] as const) {
    it(`answers "${typed}" with what may have been meant`, () => {
      assert.throws(() => readCommandLine(typed.split(' ')), { message: answer });
    });
  }

  it('refuses an empty parameter, as of a variable that is not set', async () => {
    const environment = { DATABASE_URL: 'sqlite:no-such.db' };
    for (const { words, parameters } of COMMANDS) {
      const { code, stdout, stderr } = await runCommand([...words, ''], environment);
      assert.deepEqual([code, stdout], [2, ''], `${words.join(' ')} ${parameters}`);
      assert.equal(stderr, `latchkey: ${words.join(' ')}: a parameter is empty. Is a variable of the shell not set?\n`);
    }
  });

  for (const limit of ['0', '-1', 'x', '1e3', '10000000', '1.5']) {
    it(`refuses --limit=${limit} with what it may be`, async (t) => {
      const { db } = await startService(t, 'sqlite');
      await assert.rejects(
        auditCommand(db, [], () => {}, { limit }),
        {
          message: `audit: --limit is a whole number from 1 to 9999999, not "${limit}"`,
        },
      );
    });
  }

  it('aligns lists on a terminal, and separates columns by tabs elsewhere', () => {
    const listed = (isTerminal: boolean, rows: number) => {
      const lines: string[] = [];
      const table = createTable(
        Object.assign((line: string) => lines.push(line), { isTerminal }),
        ['id', 'e-mail', 'name'],
      );
      for (let id = 1; id <= rows; id += 1) table.row([id, 'ada@example.com', 'Ada'], {});
      table.end();
      return lines;
    };
    assert.deepEqual(listed(false, 1), ['id\te-mail\tname', '1\tada@example.com\tAda']);
    assert.deepEqual(listed(false, 0), ['id\te-mail\tname']);
    assert.deepEqual(listed(true, 1), ['ID  E-MAIL           NAME', '1   ada@example.com  Ada']);
    const many = listed(true, 1200);
    assert.deepEqual([many.length, many.at(-1)], [1201, '1200  ada@example.com  Ada'], 'also beyond what is measured');
  });

  it('writes nothing when it only tells, or refuses', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-help-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true }));
    const help = await runCommand(['backup', '--help'], { DATA_DIR: join(folder, 'data') }, folder);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, /^Usage:\n {2}latchkey backup <file> /);
    const refused = await runCommand(['backup', '--fly'], { DATA_DIR: join(folder, 'data') }, folder);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^latchkey: backup: Unknown option '--fly', see latchkey backup --help\n$/);
    assert.deepEqual(readdirSync(folder), []);
  });
});
