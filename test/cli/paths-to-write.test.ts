import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { quickFolder } from '../support/quick-folder.ts';

/** What stands where a command wants to write, made at a path. */
const PLANTED: Readonly<Record<string, (path: string) => void>> = {
  'a foreign file': (path) => writeFileSync(path, 'precious\n'),
  'an old foreign file': (path) => {
    writeFileSync(path, 'precious\n');
    utimesSync(path, 1_000_000_000, 1_000_000_000);
  },
  'a folder': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'inside'), 'precious');
  },
  'a link to a file': (path) => {
    writeFileSync(`${path}.target`, 'precious\n');
    symlinkSync(`${path}.target`, path);
  },
  'a link to an empty file': (path) => {
    writeFileSync(`${path}.target`, '');
    symlinkSync(`${path}.target`, path);
  },
  'a dangling link': (path) => symlinkSync(`${path}.nowhere`, path),
  'a pipe': (path) => assert.equal(spawnSync('mkfifo', [path]).status, 0),
};
const IS_ROOT = process.getuid?.() === 0;
/** The same as /dev/null, which a failing test must not replace. */
const makeDevice = (path: string): boolean => IS_ROOT && spawnSync('mknod', [path, 'c', '1', '3']).status === 0;

interface Row {
  /** Beneath a folder of the row's own. */
  readonly path: string;
  /** The command that would write there. */
  readonly args: (folder: string, backup: string) => readonly string[];
  readonly settings?: (folder: string) => Readonly<Record<string, string>>;
  /** What is fine at this place, and why. */
  readonly fine?: Readonly<Record<string, string>>;
}

const USERS = '{"email":"a@paths.example","email_verified":true}\n';
const REFUSED_USERS = `${USERS}{"email":"no address","email_verified":true}\n`;
const importOf = (users: string, ...options: string[]): Row => ({
  path: 'report',
  args(folder) {
    writeFileSync(join(folder, 'users.jsonl'), users);
    return ['import', join(folder, 'users.jsonl'), '--report', join(folder, 'report'), ...options];
  },
});
const applyTo = (folder: string, stated: object, ...options: string[]): string[] => {
  writeFileSync(join(folder, 'stated.json'), JSON.stringify(stated));
  return ['apply', join(folder, 'stated.json'), ...options];
};
const key = (folder: string) => ({ api_keys: [{ name: `Key of ${folder}`, scopes: ['users:read'], key_file: 'key' }] });
const init = (folder: string) => {
  const options = ['--domain', 'a.example.com', '--smtp=smtp://localhost', '--mail-from=a@example.com'];
  return ['init', join(folder, 'etc'), ...options];
};
const backup = (folder: string) => ['backup', join(folder, 'copy')];

/** Every place that an argument of a command names for writing. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  import: [
    importOf(USERS),
    importOf(USERS, '--dry-run'),
    importOf(REFUSED_USERS),
    importOf(REFUSED_USERS, '--dry-run', '--json'),
    {
      path: 'users.jsonl.refused.jsonl',
      args: (folder) => importOf(USERS).args(folder, '').slice(0, 2),
    },
  ],
  backup: [
    { path: 'copy', args: backup },
    { path: 'copy.partial', args: backup },
    { path: 'copy.keys', args: backup },
    {
      path: 'copy.partial-journal',
      args: backup,
      fine: { 'a foreign file': 'left by SQLite', 'an old foreign file': 'left by SQLite' },
    },
    {
      path: 'into',
      args: (folder) => ['backup', '--into', join(folder, 'into'), '--keep', '1'],
      fine: { 'a folder': 'that is where it goes' },
    },
  ],
  init: [
    { path: 'etc', args: init, fine: { 'a folder': 'that is where they go' } },
    ...['latchkey.env', 'latchkey-backup.timer', 'nginx.conf'].map((name) => ({ path: `etc/${name}`, args: init })),
  ],
  'mail templates': [
    {
      path: 'mail',
      args: (folder) => ['mail', 'templates', join(folder, 'mail')],
      fine: { 'a folder': 'that is where they go' },
    },
    { path: 'mail/verification.en.txt', args: (folder) => ['mail', 'templates', join(folder, 'mail')] },
  ],
  'texts export': [
    {
      path: 'texts',
      args: (folder) => ['texts', 'export', join(folder, 'texts')],
      fine: { 'a folder': 'that is where they go' },
    },
    { path: 'texts/de.json', args: (folder) => ['texts', 'export', join(folder, 'texts')] },
  ],
  apply: [
    { path: 'key', args: (folder) => applyTo(folder, key(folder)) },
    { path: 'key', args: (folder) => applyTo(folder, key(folder), '--dry-run') },
  ],
  restore: [
    {
      path: 'there.db',
      args: (_, backup) => ['restore', backup, '--yes'],
      settings: (folder) => ({ DATABASE_URL: `sqlite:${join(folder, 'there.db')}` }),
      fine: {
        ...{ 'a foreign file': 'a damaged database, which is set aside', 'an old foreign file': 'likewise' },
        ...{ 'a link to a file': 'likewise, and the link stays', 'a link to an empty file': 'likewise' },
      },
    },
  ],
};
/** Commands that name a file or folder, and only read it. */
const ONLY_READS = ['test-server', 'texts check'];

/** What is at a path, and behind it if it is a link or a folder. */
function stateOf(path: string): unknown {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return null;
  const { mode, ino, rdev, mtimeMs } = entry;
  const itself = [mode, ino, rdev, mtimeMs];
  if (entry.isSymbolicLink()) return [...itself, readlinkSync(path), stateOf(readlinkSync(path))];
  if (entry.isDirectory()) return [...itself, readdirSync(path).map((name) => stateOf(join(path, name)))];
  return entry.isFile() ? [...itself, readFileSync(path, 'utf8')] : itself;
}

it('every command that names a file or a folder is tried', () => {
  const naming = COMMANDS.filter(({ parameters, details = [] }) => /<(file|folder)>/.test(parameters + details.join()));
  assert.deepEqual(naming.map(({ words }) => words.join(' ')).sort(), [...Object.keys(ROWS), ...ONLY_READS].sort());
});

describeOnBothDatabases('what stands where a command wants to write stays as it is', (kind) => {
  for (const [command, rows] of Object.entries(ROWS))
    it(command, async (t) => {
      const database = await createTestDatabase(t, kind);
      const folder = mkdtempSync(join(quickFolder(), 'latchkey-paths-'));
      cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
      const backup = join(folder, 'backup.db');
      const sqlite = command === 'restore' ? (await createTestDatabase(t, 'sqlite')).url : undefined;
      if (sqlite) assert.equal((await runCommand(['backup', backup], { DATABASE_URL: sqlite })).code, 0);
      for (const [at, { path, args, settings, fine = {} }] of rows.entries())
        for (const [what, plant] of Object.entries({ ...PLANTED, 'a device': makeDevice })) {
          if (fine[what] !== undefined || (what === 'a device' && !makeDevice(join(folder, `device ${at}`)))) continue;
          const own = join(folder, `${at} ${what}`.replaceAll(' ', '-'));
          const planted = join(own, path);
          mkdirSync(dirname(planted), { recursive: true });
          plant(planted);
          const before = stateOf(planted);
          const called = [...args(own, backup)];
          const data = { DATA_DIR: join(own, 'data'), DATABASE_URL: database.url };
          const { code, stderr } = await runCommand(called, { ...data, ...settings?.(own) });
          assert.deepEqual(stateOf(planted), before, `${called.join(' ')}: ${what}\n${stderr}`);
          assert.notEqual(code, 0, `${called.join(' ')}: ${what}`);
          assert.match(stderr, /^(latchkey: [^\n]+|\{"error":[^\n]+)\n$/, `${called.join(' ')}: ${what}`);
        }
    });
});

it('a device or pipe that DATABASE_URL names keeps its mode', async (t) => {
  const folder = mkdtempSync(join(quickFolder(), 'latchkey-paths-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'there.db');
  if (!makeDevice(path)) PLANTED['a pipe']?.(path);
  const before = stateOf(path);
  const { code, stderr } = await runCommand(['users', 'list'], { DATABASE_URL: `sqlite:${path}` });
  assert.deepEqual([code, stateOf(path)], [1, before], stderr);
  assert.match(stderr, /cannot open the database .*there\.db: it is not a file/);
});
